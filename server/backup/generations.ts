import type { BackupEnv } from '../base/process/env.ts'

/** The name of a backup of a moment in wire format, and the pattern of such names. */
export const backupName = (at: string): string => `platform-${at.replaceAll(/[-:]/g, '').replace(' ', '-')}.backup`
export const backupPattern = /^platform-(\d{4})(\d{2})(\d{2})-\d{6}\.backup$/

/** The day, the Monday of the week and the month of a backup. */
const periodsOf = (name: string) => {
  const [, year = '', month = '', day = ''] = backupPattern.exec(name) ?? []
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  const monday = new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * 86_400_000)
  return { daily: year + month + day, weekly: monday.toISOString().slice(0, 10), monthly: year + month }
}

/**
 * Which of these backups are kept: the last one of each of the last days, weeks (from Monday) and months that have any. Days without a
 * backup do not count, so a platform that stood still for a while keeps what it has.
 */
export const backupsToKeep = (names: readonly string[], keep: BackupEnv['keep']): Set<string> => {
  const newestFirst = names
    .filter((name) => backupPattern.test(name))
    .sort()
    .reverse()
  const result = new Set<string>()
  for (const period of ['daily', 'weekly', 'monthly'] as const) {
    const seen = new Set<string>()
    for (const name of newestFirst) {
      const value = periodsOf(name)[period]
      if (seen.has(value) || seen.size >= keep[period]) continue
      seen.add(value)
      result.add(name)
    }
  }
  return result
}
