import type { GeneratedFile } from '#contract/develop/code-generation.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { kebab } from '#contract/kit/text.ts'
import { migrationNames } from '../../base/database/migrate.ts'
import { tableStatements } from '../../engine/drift.ts'
import { declarationText, type EntityDraft } from './declaration-text.ts'
import { fileDiff } from './file-diff.ts'
import { readSourceFile } from './working-tree.ts'

interface Change {
  readonly before: string | null
  readonly after: string
}

const register = 'contract/index.ts'

/** Adds a line before the first that `isAfter` accepts; at the end without one. */
const insertLine = (text: string, line: string, isAfter: (line: string) => boolean): string => {
  const lines = text.split('\n')
  const at = lines.findIndex(isAfter)
  return lines.toSpliced(at < 0 ? lines.length - 1 : at, 0, line).join('\n')
}

/** The register with the import and the entry of an entity. */
const registered = (text: string, { area, name }: EntityDraft): string => {
  const path = `./${area}/${kebab(name)}.ts`
  const withImport = insertLine(text, `import { ${name} } from '${path}'`, (line) => {
    const found = /^import .* from '([^']+)'$/.exec(line)?.[1]
    return found === undefined ? !line.startsWith('import ') : found > path
  })
  return insertLine(withImport, `  ${name},`, (line) => line.startsWith('} as const satisfies'))
}

/** The number of the next migration: numbers may have gaps. */
const nextMigration = (): number => Math.max(...migrationNames().map((name) => Number.parseInt(name, 10) || 0)) + 1

const migrationText = (draft: EntityDraft): string => `${tableStatements(draft as unknown as AnyEntity).join('\n\n')}\n`

/**
 * The files of these entities, each with its difference to the source below `root`. Without a root, the source is not there to change, and
 * only new files come to be.
 */
export const codeFiles = (drafts: readonly EntityDraft[], root: string | null): GeneratedFile[] => {
  const changes = new Map<string, Change>()
  const first = nextMigration()
  const write = (path: string, edit: (text: string) => string) => {
    const earlier = changes.get(path)
    const before = earlier ? earlier.before : readSourceFile(root, path)
    changes.set(path, { before, after: edit(earlier?.after ?? before ?? '') })
  }
  for (const [at, draft] of drafts.entries()) {
    const number = String(first + at).padStart(4, '0')
    write(`contract/${draft.area}/${kebab(draft.name)}.ts`, () => declarationText(draft))
    write(`server/migrations/${number}-${kebab(draft.name)}.sql`, () => migrationText(draft))
    if (readSourceFile(root, register) !== null) write(register, (text) => registered(text, draft))
  }
  return [...changes].map(([path, { before, after }]) => ({
    path,
    text: after,
    diff: fileDiff(path, before, after),
    isNew: before === null,
  }))
}
