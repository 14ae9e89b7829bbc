import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fail } from '#contract/kit/fail.ts'
import { compileRead } from '#server/flow/bpmn/compile.ts'
import { convertDefinition } from '#server/flow/bpmn/conversion.ts'
import { readDefinition } from '#server/flow/bpmn/read-definition.ts'
import { checkXml } from '#server/flow/bpmn/scan.ts'

/**
 * `npm run bench drawings DIRECTORY`: checks every process file of a directory as a deployment would, as it is and converted, and prints
 * what keeps it from being deployed, and how often each reason occurs. Stores nothing.
 */
const printLine = (line: string) => process.stdout.write(`${line}\n`)

const sentencesOf = (error: unknown): readonly string[] => {
  if (!(error instanceof Fail)) throw error
  return (error.detail.faults ?? [error]).map(({ text }) => text[1])
}

/** What keeps a file from being deployed; nothing of one that can be. */
const faultsIn = async (xml: string): Promise<readonly string[]> => {
  try {
    const read = await readDefinition(xml)
    if (read.faults.length === 0) await compileRead(read)
    return read.faults.map(({ text }) => text[1])
  } catch (error) {
    return sentencesOf(error)
  }
}

const converted = async (xml: string): Promise<string | null> => {
  try {
    checkXml(xml)
    const result = await convertDefinition(xml)
    return result.changes.length ? result.xml : null
  } catch (error) {
    // its faults say why
    sentencesOf(error)
    return null
  }
}

/** A sentence without the names of its file. */
const reasonOf = (sentence: string) => sentence.replace(/“[^”]*”|\([^)]*\)/g, '…').replace(/\d+/g, 'n')

const counts = { 'as they are': 0, converted: 0, refused: 0 }
const reasons = new Map<string, number>()

const trial = async (name: string, xml: string): Promise<void> => {
  const faults = await faultsIn(xml)
  if (faults.length === 0) {
    counts['as they are']++
    return
  }
  const other = await converted(xml)
  const remaining = other === null ? faults : await faultsIn(other)
  if (remaining.length === 0) {
    counts.converted++
    return
  }
  counts.refused++
  printLine(name)
  for (const sentence of remaining.slice(0, 5)) printLine(`    ${sentence}`)
  for (const reason of new Set(remaining.map(reasonOf))) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
}

const directory = process.argv[2]
if (!directory) throw new Error('Name a directory with process files: npm run bench drawings DIRECTORY')
const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(bpmn\d?|xml)$/.test(name),
)
for (const name of names.toSorted()) await trial(name, readFileSync(join(directory, name), 'utf8'))

printLine(`\nin how many files each reason occurs:`)
for (const [reason, count] of [...reasons].toSorted((a, b) => b[1] - a[1]).slice(0, 25))
  printLine(`${String(count).padStart(5)}  ${reason}`)
printLine(
  `\n${names.length} files: ${Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ')}`,
)
