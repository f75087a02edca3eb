import { availableParallelism } from 'node:os';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/temporary-files.ts', 'test/support/program.ts'],
    setupFiles: ['test/support/seeded.ts'],
    // Many tests wait for a process or a browser of their own, so that two at a time pay on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // These end what hangs, not what is slow: a busy machine may take many times as long. Hooks build and install the package.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
  },
});

export default config;
