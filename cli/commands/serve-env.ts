import type { Command } from 'commander';
import { loadPartsOption, type PartsOption, withPartsOption } from '../parts-option.ts';
import { readFrom, writeTo } from '../serve-env/byte-streams.ts';
import { encodeFrame, FrameReader } from '../serve-env/frame.ts';
import { watchParent } from '../serve-env/parent-watch.ts';
import { EnvServer } from '../serve-env/server.ts';

const [STDIN, STDOUT] = [0, 1];

export const addServeEnv = (program: Command): void => {
  withPartsOption(program.command('serve-env'))
    .description(
      'environments, samples and networks for other languages, over standard input and output (docs/python.md)',
    )
    .action(async (options: PartsOption) => {
      await loadPartsOption(options);
      const server = new EnvServer();
      const watch = watchParent();
      const frames = new FrameReader(readFrom(STDIN));
      for (let frame = frames.next(); frame !== null; frame = frames.next()) {
        const { facts = null, body = [] } =
          frame.type === 'bad'
            ? { facts: { error: `invalid frame: ${frame.problem}`, kind: 'InvalidInput' } }
            : await server.answer(frame.request, frame.body);
        if (!writeTo(STDOUT, encodeFrame(frame.id, facts, body))) break;
      }
      await server.close();
      await watch.stop();
    });
};
