import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { addCoverage, emptyCoverage } from './font-coverage.ts'
import { printable } from './printable.ts'

/** The data of a document and the template in which it is set. */
export interface Order {
  readonly template: string
  readonly data: object
}

/** A document, or what its template says is wrong. */
export interface Answer {
  readonly bytes?: Uint8Array
  readonly fault?: string
}

const templates = process.argv[2] as string
const fontDir = process.env.FONT_DIR
const noto = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/package.json'))
const folders = [join(noto, '400Regular'), join(noto, '700Bold'), ...(fontDir ? [fontDir] : [])]

const covered = emptyCoverage()
for (const folder of folders)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (/\.(ttf|otf|ttc|otc)$/i.test(entry.name)) addCoverage(readFileSync(join(entry.parentPath, entry.name)), covered)

const compiler = NodeCompiler.create({ workspace: templates, fontArgs: [{ fontPaths: folders }] })

const compile = ({ template, data: given }: Order): Answer => {
  const { data, missing } = printable(given, covered)
  const inputs = { data: JSON.stringify({ ...(data as object), missing }) }
  try {
    const compiled = compiler.compile({ mainFilePath: join(templates, `${template}.typ`), inputs })
    const faults = compiled.takeDiagnostics()
    if (!compiled.result) return { fault: faults ? JSON.stringify(compiler.fetchDiagnostics(faults)) : 'no document' }
    return { bytes: compiler.pdf(compiled.result) }
  } finally {
    compiler.evictCache(0)
  }
}

/** Requests are answered first. */
setPriority(10)
process.on('disconnect', () => process.exit())
process.on('message', (order: Order) => {
  let answer: Answer
  try {
    answer = compile(order)
  } catch (error) {
    answer = { fault: String(error) }
  }
  process.send?.(answer)
})
