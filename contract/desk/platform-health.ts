import { call, shaped } from '../kit/call.ts'
import type { Text } from '../kit/text.ts'

/** What a new site is given by those who run it, in the order in which they do it. */
export const setupSteps = [
  ...(['sponsor', 'filing', 'address', 'mail', 'sms', 'backup', 'calendar'] as const),
  ...(['heads', 'officers', 'experts', 'secondPerson', 'window', 'news'] as const),
] as const
export type SetupStep = (typeof setupSteps)[number]

/** The backups of the platform in words (docs/guides/backups.md), which the server composes: the first page of the console stays small. */
export interface BackupHealth {
  figure: Text
  tone: 'good' | 'ask' | 'bad' | 'calm'
  words: Text
  note: Text
}

/** State of the platform for those who run it. A figure is null for callers without the permission of its list. */
export interface PlatformHealth {
  checkedAt: string
  /** Errors of today by source (permission `log_error`). */
  errors: { server: number; browser: number } | null
  /** Locks of accounts and addresses because of failed logins (`locked_account`). */
  lockedAccounts: number | null
  /** Registrations that await approval (`user_audit_pass`). */
  registrations: number | null
  /** Instances of processes that cannot go on because their drawing is wrong (`flow_follow`). */
  faultyProcesses: number | null
  /** Newer versions of shipped processes that are not deployed yet (`flow_deploy`); null for tenants, who deploy none. */
  newerProcesses: number | null
  /** Attachments, in bytes (`attach`); `disk` is that of the server, null for tenants, who share it, and if new files are stored elsewhere. */
  storage: { files: number; bytes: number; disk: { free: number; size: number } | null } | null
  /** Background jobs of all users; for administrators, since everybody else sees only their own jobs. */
  jobs: { failed: number; waiting: number; running: number; oldestMinutes: number | null } | null
  /**
   * E-mails and SMS: whether the platform can send them, and the queue; for administrators. `failed` counts the last 24 hours,
   * `oldestMinutes` is the time for which the first one has been due.
   */
  messages: {
    mail: boolean
    sms: boolean
    waiting: number
    failed: number
    oldestMinutes: number | null
  } | null
  /** Backups of the whole platform; for administrators of the platform. */
  backup: BackupHealth | null
  /** Continuous archiving of the database server; for administrators. */
  archiving: { enabled: boolean; lastAt: string | null; lastFailureAt: string | null } | null
  /** Texts that should be unique and differ only in their form (kit/fold.ts), by list and field; for administrators. */
  doubles: { label: Text; count: number; texts: string[] }[] | null
  /** Of this year and, from November on, the next one, those without public holidays (`dict`). */
  missingYears: number[] | null
  /** PUBLIC_URL of this server, null if it is not set; for administrators of the platform. */
  address: { publicUrl: string | null } | null
  /** What the site still lacks, from its parameters and rows; for administrators of the platform. */
  lacks: SetupStep[] | null
}

export const platformHealth = {
  read: call('GET', 'caict-desk/health', ['平台运行情况', 'State of the platform'], {
    access: { perm: ['log_error', 'locked_account', 'user_audit_pass', 'attach', 'flow_follow'] },
    output: shaped<PlatformHealth>(),
  }),
}
