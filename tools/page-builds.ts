import { resolve } from 'node:path'
import type { InlineConfig } from 'vite'

/** Vite configuration that builds the pages into a folder. */
export const pageBuild = (folder: string) =>
  ({ logLevel: 'warn', build: { outDir: resolve(folder), emptyOutDir: true } }) satisfies InlineConfig

/**
 * The same pages for server rendering: one file per page that includes its packages, so that React's production version is used
 * however the server is started.
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
