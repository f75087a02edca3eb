/** How much memory a run holds: what grows over days is a leak. Threads are part of the process, so workers are counted too. */

export type ProcessMemory = {
  /** Everything that is in memory, of all threads and native engines. */
  readonly memoryMb: number;
  /** JavaScript objects of the main thread alone. */
  readonly heapMb: number;
  /** Tensors that tfjs holds, where it runs at all. */
  readonly tensors?: number;
};

const BYTES_PER_MB = 2 ** 20;

export const measureMemory = (): ProcessMemory => {
  const { rss, heapUsed } = process.memoryUsage();
  const tensors = countTensors();
  return {
    memoryMb: rss / BYTES_PER_MB,
    heapMb: heapUsed / BYTES_PER_MB,
    ...(tensors === null ? {} : { tensors }),
  };
};

/** tfjs keeps its engine in a global variable. Asking its package instead would load it into runs that do not use it. */
const countTensors = (): number | null => {
  const { _tfengine: engine } = globalThis as { _tfengine?: { memory?: () => { numTensors: number } } };
  return engine?.memory?.().numTensors ?? null;
};
