import { availableParallelism } from 'node:os';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/temporary-files.ts'],
    setupFiles: ['test/support/seeded.ts'],
    // Many tests wait for a process or a browser of their own, so that two at a time pay on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // For machines with other work to do; hooks build and install the package.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});

export default config;
