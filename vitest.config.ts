import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/temporary-files.ts'],
    setupFiles: ['test/support/seeded.ts'],
    // For machines with other work to do; hooks build and install the package.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});

export default config;
