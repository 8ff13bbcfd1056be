import { defineConfig } from 'rolldown';
import manifest from './package.json' with { type: 'json' };

export default defineConfig({
  input: {
    main: 'shell/main.ts',
    index: 'src/index.ts',
    harness: 'harness/index.ts',
    schemas: 'harness/schemas.ts',
  },
  platform: 'node',
  external: Object.keys(manifest.dependencies),
  output: { dir: 'dist', cleanDir: true, chunkFileNames: 'chunks/[name].js' },
});
