import { hkdfSync } from 'node:crypto'
import type { Secrets } from '../crypto/secrets.ts'
import { type Env, StartupError } from '../process/env.ts'
import { type Db, run } from './db.ts'
import { sql } from './sql.ts'

/** 16 hexadecimal digits that tell keys apart and do not reveal them. */
export const fingerprintOf = ({ sm2 }: Pick<Secrets, 'sm2'>): string =>
  Buffer.from(hkdfSync('sha256', Buffer.from(sm2, 'hex'), '', 'fingerprint', 8)).toString('hex')

const otherKey = (stored: string, own: string) =>
  new StartupError(
    `The servers of this database have another SM2 key: its fingerprint is ${stored}, that of this server is ${own}. ` +
      'Passwords sent to one server could not be read by the other. Set SM2_PRIVATE_KEY, or copy the "sm2" of secrets.json in DATA_DIR, from ' +
      'one of them. If that key is lost or was replaced, stop all servers and start them with ' +
      `SM2_KEY_REPLACES=${stored}; credentials stored under it must then be entered again.`,
  )

/**
 * Checks that this server has the SM2 key of the other servers of its database; the first start records it. A setting that names the
 * recorded key replaces it, so a lost key does not lock the platform for ever (docs/decisions/0090). Resolves to whether it was
 * replaced; otherwise throws a StartupError.
 */
export const requireServerKey = async (
  db: Db,
  secrets: Pick<Secrets, 'sm2'>,
  { sm2KeyReplaces }: Pick<Env, 'sm2KeyReplaces'>,
): Promise<boolean> => {
  const own = fingerprintOf(secrets)
  await run(db, sql`insert into server_key (fingerprint) values (${own}) on conflict do nothing`)
  const replaced = await run(
    db,
    sql`update server_key set fingerprint = ${own}, since = now()
      where fingerprint = ${sm2KeyReplaces} and fingerprint <> ${own} returning 1`,
  )
  const [row] = await run<{ fingerprint: string }>(db, sql`select fingerprint from server_key`)
  if (row?.fingerprint !== own) throw otherKey(row?.fingerprint ?? '', own)
  return replaced.length > 0
}
