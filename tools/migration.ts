import { readdirSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entities } from '#contract/index.ts'
import { readSecrets } from '#server/base/crypto/secrets.ts'
import { openDatabase } from '#server/base/database/db.ts'
import { migrate } from '#server/base/database/migrate.ts'
import { openPostgres } from '#server/base/database/postgres.ts'
import { drift } from '#server/engine/drift.ts'

/** `npm run migration NAME`: drafts the next numbered migration from the difference between declarations and migrations. */
const name = process.argv[2] ?? 'change'
const directory = 'server/migrations'
const home = await mkdtemp(join(tmpdir(), 'draft-'))
await chmod(home, 0o755)
const postgres = await openPostgres(home, readSecrets(home, null), { settings: ['fsync=off'] })
const { db, close } = openDatabase(postgres.url(), () => {})
try {
  await migrate(db)
  const sql = await drift(db, Object.values(entities))
  const printLine = (line: string) => process.stdout.write(`${line}\n`)
  if (sql.length === 0) printLine('The declarations and the migrations agree: nothing to draft.')
  else {
    // numbers may have gaps, so count from the last one
    const last = Math.max(...readdirSync(directory).map((file) => Number.parseInt(file, 10) || 0))
    const path = join(directory, `${String(last + 1).padStart(4, '0')}-${name}.sql`)
    writeFileSync(path, `${sql.join('\n\n')}\n`)
    printLine(`Drafted ${path}. Read it, then run the tests.`)
  }
} finally {
  await close()
  await postgres.stop()
  await rm(home, { recursive: true, force: true })
}
