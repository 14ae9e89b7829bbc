import { join } from 'node:path'
import { bilingual, type Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import type { Env } from './env.ts'

export const administrator: Text = ['管理员', 'administrator']
const demoAccounts: Text = ['演示账号', 'demonstration accounts']

/** The message at the end of a start: the address, and the accounts to log in with. */
export const greetingOf = (address: string, { seed, dataDir }: Pick<Env, 'seed' | 'dataDir'>): string => {
  const lines = [`${words.product[0]}  ${address}`, '', `${bilingual(administrator)}: admin`]
  if (seed === 'demo') lines.push(`${bilingual(demoAccounts)}: ${join(dataDir, 'demo-accounts.txt')}`)
  return `\n${lines.map((line) => (line ? `  ${line}` : '')).join('\n')}\n`
}
