import pg from 'pg'
import { administer, dropDatabase } from './administer.ts'
import { newDatabase } from './databases.ts'
import { type Platform, serve } from './platform.ts'
import { askDatabases } from './run/ask.ts'
import { createStaff, suzhou } from './scenario.ts'

/** The account of each member of the staff. */
export type Accounts = Readonly<Record<'city' | 'miit' | 'ca' | 'platform' | 'expert1' | 'expert2' | 'expert3', string>>

/** The accounts have a prefix, since each worker that copies the database numbers its own staff from one. */
const createAllStaff = async (platform: Platform): Promise<Accounts> => {
  const person = async (account: string, alias: string, region: string | null = null) =>
    (await createStaff(platform, alias, region, `furnished.${account}`)).account
  return {
    city: await person('city', 'city', suzhou),
    miit: await person('miit', 'province_miit', '320000'),
    ca: await person('ca', 'province_ca', '320000'),
    platform: await person('platform', 'platform'),
    expert1: await person('expert1', 'expert'),
    expert2: await person('expert2', 'expert'),
    expert3: await person('expert3', 'expert'),
  }
}

/** The accounts are stored in the comment of their database. */
const readAccounts = async (client: pg.Client, name: string): Promise<Accounts | null> => {
  const { rows } = await client.query(
    `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1`,
    [name],
  )
  return rows[0]?.comment ? JSON.parse(rows[0].comment) : null
}

/** A copy of a database with staff accounts. The first test file of a run creates the original; the others wait. */
export const cloneStaffedDatabase = async (): Promise<{ databaseUrl: string; accounts: Accounts }> => {
  const { pattern, template, prefix } = await askDatabases()
  const name = `${prefix}furnished`
  const admin = pattern.replace('{database}', 'postgres')
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  const create = async () => {
    await dropDatabase(admin, name)
    await administer(admin, `create database ${name} template ${template}`)
    const { platform, close } = await serve(pattern.replace('{database}', name), { PORT: '0' })
    const accounts = await createAllStaff(platform).finally(close)
    await administer(admin, `comment on database ${name} is '${JSON.stringify(accounts)}'`)
    return accounts
  }
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const accounts = (await readAccounts(client, name)) ?? (await create())
    return { databaseUrl: await newDatabase(name), accounts }
  } finally {
    await client.end()
  }
}
