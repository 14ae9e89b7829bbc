import type { BackupHealth } from '#contract/desk/platform-health.ts'
import type { Text } from '#contract/kit/text.ts'
import type { LastBackup } from './last-backup.ts'

/** What is known of the backups of the platform. */
export interface BackupState {
  /** Whether the job that makes them is enabled. */
  readonly enabled: boolean
  readonly last: LastBackup | null
  /** Why the last run has failed, if it ended after the last backup. */
  readonly failure: Text | null
  /** Whether the key is only in the data directory, so that it would be lost with the data. */
  readonly isKeyWithData: boolean
  /** Whether the settings of the server name a bucket for copies. */
  readonly hasBucket: boolean
}

const thousands = (count: number): string => count.toLocaleString('en-US')
const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`

/** Hours after which the last backup is too old: two of its nights were missed. */
const oldHours = 48

const ageOf = (hours: number): Text => {
  if (hours < 1) return ['不到 1 小时前', 'less than an hour ago']
  if (hours < oldHours) return [`${hours} 小时前`, `${hours} h ago`]
  return [`${Math.floor(hours / 24)} 天前`, `${Math.floor(hours / 24)} days ago`]
}

const stateOf = ({ last, failure }: BackupState): Pick<BackupHealth, 'tone' | 'words'> => {
  if (failure) return { tone: 'bad', words: ['备份失败', 'Failed'] }
  if (!last) return { tone: 'ask', words: ['等待中', 'Waiting'] }
  if (last.hours >= oldHours) return { tone: 'bad', words: ['已过期', 'Too old'] }
  if (!last.proof) return { tone: 'bad', words: ['未验证', 'Not proved'] }
  if (last.isCopied === false) return { tone: 'bad', words: ['未复制', 'Not copied'] }
  return { tone: 'good', words: ['已验证', 'Proved'] }
}

const sentence = (parts: readonly (Text | null)[]): Text => {
  const present = parts.filter((part) => part !== null)
  const between: Text = ['；', '; ']
  return [present.map(([zh]) => zh).join(between[0]), present.map(([, en]) => en).join(between[1])]
}

const proofOf = ({ proof, doubt, missingFiles }: LastBackup): Text | null => {
  if (!proof) return doubt
  const [rows, files, entries] = [proof.rows, proof.files, proof.entries].map(thousands)
  const lost = thousands(missingFiles)
  return sentence([
    [
      `已恢复到临时数据库并比对 ${rows} 行、${files} 个文件，审计链 ${entries} 条完整`,
      `restored into a scratch database: ${rows} rows and ${files} files are equal, ${entries} entries of the audit chain are intact`,
    ],
    missingFiles ? [`${lost} 个附件在存储中已不存在`, `${lost} attachments are missing in their storage`] : null,
  ])
}

const sizeOf = ({ bytes, seconds }: LastBackup): Text => {
  const size = megabytes(bytes)
  return [`${size}，用时 ${seconds} 秒`, `${size}, took ${seconds} s`]
}

/** Whether the bucket has the last backup; why it has not is the failure of the run. */
const copyOf = ({ last, hasBucket }: BackupState): Text | null => {
  if (last?.isCopied) return ['对象存储中已有副本', 'the bucket has a copy']
  if (!hasBucket)
    return [
      '仅存于本机：未配置对象存储副本（BACKUP_S3_…）',
      'only on this server: no bucket for copies is set (BACKUP_S3_…)',
    ]
  return last && ['对象存储中没有此备份的副本', 'the bucket has no copy of it']
}

const keepTheKey: Text = [
  '密钥 backup.key 只在数据目录中，请另存一份：没有它，任何人都无法恢复备份',
  'its key is only in the data directory (backup.key): keep a copy elsewhere, without it nobody can restore a backup',
]

const manual: BackupHealth = {
  ...{ tone: 'calm', words: ['自行备份', 'Manual'], figure: ['未开启', 'Off'] },
  note: [
    '定时备份未开启：请在任务配置中开启“备份并验证”，或由运维人员定期备份并演练恢复',
    'The daily backup is off: enable its scheduled job, or have database and files backed up and restored on trial',
  ],
}

/** The age, size, duration and proof of the last backup, and how it is restored. */
export const describeBackups = (state: BackupState): BackupHealth => {
  const { enabled, last, failure, isKeyWithData } = state
  if (!enabled && !last) return manual
  return {
    ...stateOf(state),
    figure: last ? ageOf(last.hours) : ['尚无备份', 'None yet'],
    note: sentence([
      failure,
      last && proofOf(last),
      last && sizeOf(last),
      copyOf(state),
      enabled ? null : ['定时备份已暂停', 'the daily backup is paused'],
      isKeyWithData ? keepTheKey : null,
      last && [`恢复：npm run restore -- ${last.path}`, `to restore: npm run restore -- ${last.path}`],
    ]),
  }
}
