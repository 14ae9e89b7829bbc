import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openapi } from '#server/engine/openapi.ts'
import { routes } from '#server/routes.ts'

const root = join(import.meta.dirname, '..')

/** `npm run client -- FOLDER`: writes the OpenAPI document and the types of a client made from it (docs/guides/api.md). */
const folder = process.argv[2] ?? 'client'
mkdirSync(folder, { recursive: true })
const document = join(folder, 'openapi.json')
writeFileSync(document, JSON.stringify(openapi(routes)))
const generator = [
  join(root, 'node_modules/openapi-typescript/bin/cli.js'),
  document,
  '-o',
  join(folder, 'platform.ts'),
]
// the generator uses the compiler from JavaScript, for which TypeScript 7 has no stable interface yet
execFileSync(process.execPath, ['--import', join(import.meta.dirname, 'compiler-for-generators.mjs'), ...generator], {
  stdio: 'inherit',
})
