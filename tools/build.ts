import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build as bundle } from 'esbuild'
import { build as buildPages } from 'vite'

/** Builds into dist: the pages, compressed once for good, and the server as one file beside its migrations and facts. */
const pages = async () => {
  await buildPages({ logLevel: 'warn' })
  const files = readdirSync('dist/web', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name)
    const body = readFileSync(path)
    if (!/\.(js|css|html|svg|json|txt)$/.test(name) || body.length < 500) continue
    writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }))
    writeFileSync(`${path}.br`, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  }
}

/**
 * The same pages for the server to render: one file a page, with their packages, so that they are React's production half however
 * the server is started.
 */
const renderer = () =>
  buildPages({
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ...{ ssr: 'render.tsx', outDir: '../dist/render', emptyOutDir: true, manifest: false, minify: false },
      rollupOptions: { output: { codeSplitting: true } },
    },
  })

const server = async () => {
  await bundle({
    entryPoints: ['server/main.ts'],
    outfile: 'dist/main.js',
    ...{ bundle: true, platform: 'node', target: 'node20', format: 'esm', packages: 'external', sourcemap: true },
    // the project's own paths (#contract, #server) are not packages
    plugins: [
      {
        name: 'own paths',
        setup: (b) => b.onResolve({ filter: /^#/ }, ({ path }) => ({ path: join(process.cwd(), path.slice(1)) })),
      },
    ],
  })
  cpSync('server/migrations', 'dist/migrations', { recursive: true })
  cpSync('server/seed/data', 'dist/data', { recursive: true })
}

// whoever asks for the build, a test run too, gets the product and not React's development half
process.env.NODE_ENV = 'production'
rmSync('dist', { recursive: true, force: true })
await Promise.all([pages(), server()])
await renderer()
