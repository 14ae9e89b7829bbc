import { createHash, randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { copyToBucket } from '#server/backup/copy-to-bucket.ts'
import { openObjects } from '#server/backup/file-objects.ts'
import { type Backup, makeBackup, verifyBackup } from '#server/backup/make-backup.ts'
import { pruneBackups } from '#server/backup/prune.ts'
import { filesOfBackup } from '#server/backup/read-backup.ts'
import { migrateLike, withDatabase } from '#server/backup/restore-database.ts'
import { restoreDatabase, restoreFiles, restoreSecrets } from '#server/backup/restore-platform.ts'
import { runBackup } from '#server/backup/run-backup.ts'
import { lockBackups } from '#server/backup/scratch.ts'
import { readFoldedDoubles } from '#server/base/database/folded-indexes.ts'
import { migrate, migrationNames } from '#server/base/database/migrate.ts'
import { sql } from '#server/base/database/sql.ts'
import { localFiles } from '#server/base/files/file-store.ts'
import { seal } from '#server/log/chain.ts'
import { storeOf } from '#server/storage/file-storage.ts'
import { administer } from '../support/administer.ts'
import { cleanUp } from '../support/cleanup.ts'
import { newDatabase } from '../support/databases.ts'
import { openObjectStore } from '../support/object-store.ts'
import { openPlatform, type Platform, serve } from '../support/platform.ts'
import { createEnterprise, type Enterprise, password, uploadPdf } from '../support/scenario.ts'
import { download } from '../support/uploads.ts'

const key = randomBytes(32)
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'))
  cleanUp(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const noStores = () => Promise.reject(new Error('No row names a storage.'))
const options = (url: string, directory: string) => ({
  ...{ url, directory, key, version: '1', storeOf: noStores, log: () => {} },
  secrets: { postgres: 'a', database: 'b', sm2: 'c' },
})

let platform: Platform
let company: Enterprise
let attachId: string
let directory: string
let backup: Backup
let path: string
/** The name of a scratch database that a killed run has left. */
let leftName: string

/** Writes rows of two tables in one transaction each, until it is stopped; resolves to their number. */
const startWriter = () => {
  let isStopped = false
  const write = async () => {
    for (let n = 1; ; n++) {
      if (isStopped) return n - 1
      await platform.db.transaction().execute(async (inside) => {
        await sql`insert into post (post_code, post_name, category, sort) values (${`W${n}`}, '岗位', 1, 1)`.execute(
          inside,
        )
        await sql`insert into param (param_name, param_key, param_value) values ('w', ${`writer.${n}`}, '1')`.execute(
          inside,
        )
      })
    }
  }
  const count = write()
  return () => {
    isStopped = true
    return count
  }
}

/** The scratch databases of this platform that exist. */
const scratchNames = async () => {
  const { rows } = await sql<{ datname: string }>`select datname from pg_database
    where starts_with(datname, current_database() || '_backup_check_')`.execute(platform.db)
  return rows.map(({ datname }) => datname)
}

beforeAll(async () => {
  platform = await openPlatform()
  company = await createEnterprise(platform)
  attachId = await uploadPdf(company)
  await seal(platform.db)
  directory = newFolder()
  leftName = `${/\/([^/?]+)(\?|$)/.exec(platform.databaseUrl)?.[1]}_backup_check_0123abcd`
  await administer(platform.databaseUrl, `create database ${leftName}`)
  const stopWriter = startWriter()
  backup = await makeBackup({
    ...options(platform.databaseUrl, directory),
    secrets: platform.app.secrets,
    // called for the first file: what is stored from now on belongs to the next backup
    storeOf: async (id) => {
      await sql`insert into post (post_code, post_name, category, sort) values ('later', '岗位', 1, 1)`.execute(
        platform.db,
      )
      return storeOf(platform.app, id)
    },
  })
  expect(await stopWriter()).toBeGreaterThan(0)
  path = join(directory, backup.name)
})

test('a backup of a platform in use is restored, counted and compared, and its audit chain verified, in the run that makes it', async () => {
  expect([backup.doubt, backup.files]).toEqual([null, { count: 1, missing: 0, changed: 0 }])
  expect(backup.proof).toMatchObject({ files: 1, tables: expect.any(Number), entries: expect.any(Number) })
  expect(backup.proof?.entries).toBeGreaterThan(0)
  expect(await scratchNames()).toEqual([])
})

test('it is readable by its owner and with its key only', () => {
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const content = readFileSync(path)
  for (const text of ['create table', platform.app.secrets.sm2, company.account])
    expect(content.includes(text)).toBe(false)
})

test('it is restored into an empty database and directory: same rows, same files, logins, and a chain that continues', async () => {
  const [url, dataDir] = [await newDatabase(), newFolder()]
  await restoreSecrets(path, key, dataDir)
  expect(JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))).toEqual(platform.app.secrets)
  const restored = await restoreDatabase(path, key, url)
  expect(restored).toMatchObject({ isIntact: true, rows: backup.proof?.rows, entries: backup.proof?.entries })
  const files = localFiles(join(dataDir, 'files'))
  const { platform: copy, close } = await serve(url, { PORT: '0', DATA_DIR: dataDir })
  cleanUp(close)
  expect(await restoreFiles(path, key, { db: copy.db, files, storeOf: noStores }, () => {})).toEqual({
    ...{ count: 1, inBucket: 0, lost: [] },
  })
  expect(await copy.db.selectFrom('post').select('id').where('postCode', '=', 'later').execute()).toEqual([])
  // one moment: no row of a transaction without the others
  const { rows } = await sql`select (select count(*) from post where post_code like 'W%')
    - (select count(*) from param where param_key like 'writer.%') as difference`.execute(copy.db)
  expect(rows).toEqual([{ difference: '0' }])
  const login = await copy.login(company.account, password)
  const [before, after] = [await download(company, attachId), await download(login, attachId)]
  const hash = async (response: Response) =>
    createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex')
  expect(await hash(after)).toBe(await hash(before))
  await sql`delete from audit`.execute(copy.db).then(
    () => expect.fail('the audit of the copy can be deleted'),
    () => {},
  )
  const { id } = await copy.db.selectFrom('attach').select('id').where('id', '=', attachId).executeTakeFirstOrThrow()
  const next = await sql<{ id: string }>`select next_id()::text as id`.execute(copy.db)
  expect(BigInt(next.rows[0]?.id ?? 0)).toBeGreaterThan(BigInt(id))
})

test('only an empty database and an empty directory take a backup', async () => {
  await expect(restoreDatabase(path, key, platform.databaseUrl)).rejects.toThrow('The database is not empty')
  await expect(restoreSecrets(path, key, directory)).rejects.toThrow(`The directory ${directory} is not empty`)
})

test('another key, and a file that was cut off, are refused with a sentence, and nothing is stored', async () => {
  await expect(restoreSecrets(path, randomBytes(32), newFolder())).rejects.toThrow('encrypted with another key')
  const cut = join(newFolder(), backup.name)
  const url = await newDatabase()

  copyFileSync(path, cut)
  truncateSync(cut, statSync(path).size - 20_000)
  await expect(restoreDatabase(cut, key, url)).rejects.toThrow('is incomplete or was changed')
  const { rows } = await withDatabase(url, (db) => sql`select 1 from post`.execute(db))
  expect(rows).toEqual([])
})

test('files are stored once for all backups; one that was changed is found', async () => {
  const names: string[] = []
  await filesOfBackup(path, key, ({ name }) => void names.push(name))
  const [name = ''] = names
  const objects = openObjects(directory, key)
  const place = join(directory, 'files', objects.idOf(name).slice(0, 2), objects.idOf(name))
  const { mtimeMs } = statSync(place)
  const again = await makeBackup(options(platform.databaseUrl, directory))
  expect([again.doubt, statSync(place).mtimeMs]).toEqual([null, mtimeMs])
  expect(await verifyBackup(platform.databaseUrl, path, key)).toMatchObject({ files: 1 })
  const other = async function* () {
    yield Buffer.from('another content')
  }
  await objects.put(name, other())
  await expect(verifyBackup(platform.databaseUrl, path, key)).rejects.toThrow('differs from its recorded hash')
  rmSync(place)
  await expect(verifyBackup(platform.databaseUrl, path, key)).rejects.toThrow('The backup lacks the file')
})

test('while one process makes a backup, no other one does', async () => {
  const lock = await lockBackups(platform.databaseUrl)
  await expect(makeBackup(options(platform.databaseUrl, newFolder()))).rejects.toThrow('Another backup is being made')
  await lock?.close()
})

test('a stop leaves no file and no database behind', async () => {
  const folder = newFolder()
  const stop = new AbortController()
  const stopped = makeBackup({
    ...options(platform.databaseUrl, folder),
    storeOf: (id) => storeOf(platform.app, id),
    signal: stop.signal,
    log: () => stop.abort(new Error('stopped')),
  })
  await expect(stopped).rejects.toThrow('stopped')
  expect(readdirSync(folder).filter((name) => name !== 'files')).toEqual([])
  expect(await scratchNames()).toEqual([])
})

test('a backup of an older version is restored: first its migrations, then its rows, then the later migrations', async () => {
  const [old, url, folder] = [await newDatabase(), await newDatabase(), newFolder()]
  const last = migrationNames().findLast((name) => name < '0151') as string
  await withDatabase(old, (db) => migrate(db, { to: last }))
  const add = (code: string) =>
    `insert into post (post_code, post_name, category, sort) values ('${code}', '岗位', 1, 1)`
  // equal in the folded form, which later versions compare
  await administer(old, add('ＣＥＯ'), add('ceo'))
  const made = await makeBackup(options(old, folder))
  expect(made.doubt).toBeNull()
  await restoreDatabase(join(folder, made.name), key, url)
  await withDatabase(url, async (db) => {
    expect(await db.selectFrom('post').select('postCode').orderBy('id').execute()).toEqual([
      { postCode: 'ＣＥＯ' },
      { postCode: 'ceo' },
    ])
    expect(await readFoldedDoubles(db)).toHaveLength(1)
  })
  // and as it is then, with an index that is wider than that of the migrations
  const again = await makeBackup(options(url, newFolder()))
  expect(again.doubt).toBeNull()
})

test('a backup of a newer version names that version', async () => {
  const head = { format: 1, createdAt: '', version: '9.0', migrations: ['9999-future'], indexes: [] } as const
  await expect(migrateLike(await newDatabase(), head)).rejects.toThrow('(version 9.0, migration 9999-future)')
})

test('a bucket gets the backups and their files, keeps what the disk has lost, and is pruned by the same rule', async () => {
  const store = await openObjectStore()
  await store.bucket('copies')
  const { endpoint, accessKey, secretKey } = store
  const bucket = { endpoint, accessKey, secretKey, bucket: 'copies', region: 'us-east-1' }
  const folder = newFolder()
  const make = () =>
    makeBackup({ ...options(platform.databaseUrl, folder), storeOf: (id) => storeOf(platform.app, id) })
  const copy = (daily: number) =>
    copyToBucket(bucket, [], { directory: folder, key, keep: { daily, weekly: 0, monthly: 0 } })
  const { name } = await make()
  const old = 'platform-20200101-023000.backup'
  copyFileSync(join(folder, name), join(folder, old))
  expect(await copy(2)).toBe(3)
  const [file = ''] = (await store.keys('copies')).filter((one) => one.startsWith('backup/files/'))
  expect(await store.keys('copies')).toEqual([file, `backup/${old}`, `backup/${name}`])
  rmSync(join(folder, old))
  expect(await copy(2)).toBe(0)
  expect(await store.keys('copies')).toContain(`backup/${old}`)
  await copy(1)
  expect(await store.keys('copies')).toEqual([file, `backup/${name}`])
  const [here] = readdirSync(join(folder, 'files')).flatMap((one) => readdirSync(join(folder, 'files', one)))
  expect(file.endsWith(`/${here}`)).toBe(true)
  store.stop()
  await expect(copy(1)).rejects.toThrow('ECONNREFUSED')
})

test('only what is kept stays, with its files; nothing is deleted while a backup cannot be read', async () => {
  const folder = newFolder()
  const { name } = await makeBackup({
    ...options(platform.databaseUrl, folder),
    storeOf: (id) => storeOf(platform.app, id),
  })
  const old = 'platform-20200101-023000.backup'
  const objects = openObjects(folder, key)
  await objects.put('0'.repeat(32), (async function* () {})())
  const keep = { daily: 1, weekly: 0, monthly: 0 }
  copyFileSync(join(folder, name), join(folder, old))
  expect([await pruneBackups(folder, randomBytes(32), keep), (await objects.ids()).length]).toEqual([[old], 2])
  copyFileSync(join(folder, name), join(folder, old))
  expect([await pruneBackups(folder, key, keep), (await objects.ids()).length]).toEqual([[old], 1])
  expect(readdirSync(folder).sort()).toEqual(['files', name])
})

test('a backup of a platform whose audit was changed is made, and says so; its run fails, and no earlier backup is deleted', async () => {
  const { db } = platform
  await sql`alter table audit disable trigger user`.execute(db)
  await sql`update audit set real_name = 'somebody else' where id = (select audit_id from audit_seal where no = 1)`.execute(
    db,
  )
  await sql`alter table audit enable trigger user`.execute(db)
  const folder = newFolder()
  const older = ['platform-20200101-023000.backup', 'platform-20200102-023000.backup']
  for (const name of older) copyFileSync(path, join(folder, name))
  const keep = { daily: 1, weekly: 0, monthly: 0 }
  const settings = { ...platform.app.env.backup, directory: folder, key: key.toString('hex'), keep }
  const env = { ...platform.app.env, backup: settings }
  const made = runBackup({ ...platform.app, env }, { log: () => {} })
  await expect(made).rejects.toThrow('The audit chain of the restored copy is broken at entry 1 (it was changed)')
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(older))
  const { rows } =
    await sql`select proved_rows, doubt_en like '%broken at entry 1%' as is_named from backup order by id desc limit 1`.execute(
      db,
    )
  expect(rows).toEqual([{ provedRows: null, isNamed: true }])
})
