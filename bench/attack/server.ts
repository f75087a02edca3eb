/** The server of runs under attack: ways out of its folders, crowds that listen, and connections that never finish a request. */
import { writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { namesOf } from '../../cli/serve/guard.ts';
import { listen } from '../../cli/serve/listen.ts';
import { createServer } from '../../cli/serve/server.ts';
import { type Rng, randomBelow } from '../../env/index.ts';
import { makePages, makeRun, temporaryFolder } from '../../test/support/served-runs.ts';

export type Besieged = {
  readonly requests: number;
  /** Requests that got a byte from outside of the root, or no answer at all. */
  readonly leaks: number;
  readonly listeners: number;
  /** Listeners that heard what the run has to tell. */
  readonly heard: number;
  readonly slow: number;
  /** Whether an ordinary request was answered beside them. */
  readonly isAtHand: boolean;
};

const SECRET = 'not for the network';
const HOST = '127.0.0.1';
const AT_ONCE = 50;

export const besiege = async (requests: number, listeners: number, slow: number, rng: Rng): Promise<Besieged> => {
  const outside = temporaryFolder();
  const root = join(outside, 'runs');
  makeRun(root, 'first');
  for (const name of ['secret.html', 'secret.json', 'config.json']) writeFileSync(join(outside, name), SECRET);
  const server = await listen(createServer(root, { pages: makePages(), hosts: namesOf(HOST) }), HOST, 0, true);
  const { port } = server;
  try {
    const leaks = await countLeaks(port, requests, rng);
    const heard = await countListeners(port, listeners);
    const idle = await Promise.all(Array.from({ length: slow }, () => halfRequest(port)));
    const isAtHand = (await answer(port, '/api/runs')).includes('"first"');
    for (const socket of idle) socket.destroy();
    return { requests, leaks, listeners, heard, slow, isAtHand };
  } finally {
    await server.close();
  }
};

const DOORS = [
  '/',
  '/assets/',
  '/models/',
  '/api/runs/',
  '/api/runs/first/',
  '/api/runs/first/files/',
  '/api/runs/%2e%2e/',
];
const STEPS = ['..', '%2e%2e', '.%2e', '%252e%252e', '....', '..%00', '..;', '%c0%ae%c0%ae', '.', '', 'first', 'games'];
const SLASHES = ['/', '%2f', '\\', '%5c', '%252f', '//', '%c0%af'];
const GOALS = ['secret.html', 'secret.json', 'config.json', 'secret.html%00.html', 'secret.html?', ''];

const wayOut = (rng: Rng): string => {
  const pick = (from: readonly string[]): string => from[randomBelow(rng, from.length)];
  const steps = Array.from({ length: 1 + randomBelow(rng, 5) }, () => pick(STEPS) + pick(SLASHES));
  return pick(DOORS) + steps.join('') + pick(GOALS);
};

const countLeaks = async (port: number, count: number, rng: Rng): Promise<number> => {
  let leaks = 0;
  for (let done = 0; done < count; done += AT_ONCE) {
    const ways = Array.from({ length: Math.min(AT_ONCE, count - done) }, () => wayOut(rng));
    const answers = await Promise.all(ways.map((way) => answer(port, way)));
    leaks += answers.filter((text) => text === '' || text.includes(SECRET)).length;
  }
  return leaks;
};

/** Status line and body, or nothing if none came. */
const answer = (port: number, path: string): Promise<string> =>
  new Promise((done) => {
    const asked = request({ host: HOST, port, path, agent: false }, (response) => {
      let text = `${response.statusCode}\n`;
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('end', () => done(text));
    });
    asked.on('error', () => done(''));
    asked.end();
  });

const countListeners = async (port: number, count: number): Promise<number> => {
  const streams = await Promise.all(Array.from({ length: count }, () => listenToRun(port)));
  for (const stream of streams) stream?.destroy();
  return streams.filter((stream) => stream !== null).length;
};

/** An open stream of events after its first one, or null if it ended before. */
const listenToRun = (port: number): Promise<IncomingMessage | null> =>
  new Promise((done) => {
    const asked = request({ host: HOST, port, path: '/api/runs/first/events', agent: false }, (response) => {
      response.once('data', () => done(response));
      response.once('end', () => done(null));
      response.on('error', () => {}); // it is cut off in the end
    });
    asked.on('error', () => done(null));
    asked.end();
  });

const halfRequest = (port: number): Promise<Socket> =>
  new Promise((done) => {
    const socket = connect(port, HOST, () => socket.write('GET /api/runs HTTP/1.1\r\nHost: ', () => done(socket)));
    socket.on('error', () => {}); // the server may lose patience
  });
