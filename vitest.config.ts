import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: { include: ['test/**/*.test.ts'], setupFiles: ['test/support/seeded.ts'], testTimeout: 240_000 },
});

export default config;
