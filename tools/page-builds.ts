import { resolve } from 'node:path'
import type { InlineConfig } from 'vite'

/** The pages, into a folder. */
export const pageBuild = (folder: string) =>
  ({ logLevel: 'warn', build: { outDir: resolve(folder), emptyOutDir: true } }) satisfies InlineConfig

/**
 * The same pages for the server to render: one file a page, with their packages, so that they are React's production half however
 * the server is started.
 */
export const rendererBuild = (folder: string) =>
  ({
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: 'render.tsx',
      outDir: resolve(folder),
      emptyOutDir: true,
      manifest: false,
      minify: false,
      rollupOptions: { output: { codeSplitting: true } },
    },
  }) satisfies InlineConfig
