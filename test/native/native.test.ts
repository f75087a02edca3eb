import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { loadNativeTfjs } from '../../models/node/index.ts';

test('npm run native -- --check tells whether native tfjs works, and ends accordingly', async () => {
  const works = await loadNativeTfjs().then(
    () => true,
    () => false,
  );
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'native/main.ts', '--check'], {
    encoding: 'utf8',
  });
  expect(status).toBe(works ? 0 : 1);
  expect(stdout).toMatch(
    works
      ? /^native: yes; hex 16 × 2, tfjs native: loss \S+ to \S+ in 10 training steps\n$/
      : /^native: no; the addon of tfjs-node is not built \(npm run native builds it\)\n$/,
  );
});
