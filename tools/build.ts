import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build as bundle } from 'esbuild'
import { build } from 'vite'
import { pageBuild, rendererBuild } from './page-builds.ts'
import { copyServerData, serverBundle } from './server-bundle.ts'

/** Builds into dist: the pages, compressed once, and the server as one file with its migrations and seed data. */
const pages = async () => {
  await build(pageBuild('dist/web'))
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
 * Writes characters beyond Latin 1 as escapes: V8 keeps the text of a program, and with one of them it needs two bytes for each character.
 * Bundlers leave them in regular expressions and comments, where an escape means the same.
 */
const escapeCharacters = (path: string) => {
  const escaped = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`
  writeFileSync(path, readFileSync(path, 'utf8').replace(/[\u0100-\uffff]/g, escaped))
}

const server = async () => {
  await bundle(serverBundle('dist'))
  escapeCharacters('dist/main.js')
  copyServerData('dist')
}

/** Keeps dist/dev, since `npm run dev` may be running. */
const empty = () => {
  const names = existsSync('dist') ? readdirSync('dist').filter((name) => name !== 'dev') : []
  for (const name of names) rmSync(join('dist', name), { recursive: true, force: true })
}

// always build React's production version, even from a test run
process.env.NODE_ENV = 'production'
empty()
await Promise.all([pages(), server()])
await build(rendererBuild('dist/render'))
escapeCharacters('dist/render/render.js')
