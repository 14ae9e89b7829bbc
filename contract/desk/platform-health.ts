import { call, shaped } from '../kit/call.ts'

/** State of the platform for those who run it. A figure is null for callers without the permission of its list. */
export interface PlatformHealth {
  checkedAt: string
  /** Errors of today by source (permission `log_error`). */
  errors: { server: number; browser: number } | null
  /** Locks of accounts and addresses because of failed logins (`locked_account`). */
  lockedAccounts: number | null
  /** Registrations that await approval (`user_audit_pass`). */
  registrations: number | null
  /** Attachments, in bytes (`attach`); `disk` is that of the server, null for tenants, who share it, and if new files are stored elsewhere. */
  storage: { files: number; bytes: number; disk: { free: number; size: number } | null } | null
  /** Background jobs of all users; for administrators, since everybody else sees only their own jobs. */
  jobs: { failed: number; waiting: number; running: number; oldestMinutes: number | null } | null
  /** Continuous archiving of the database server, the only part of a backup that it can report; for administrators. */
  archiving: { enabled: boolean; lastAt: string | null; lastFailureAt: string | null } | null
}

export const platformHealth = {
  read: call('GET', 'caict-desk/health', ['平台运行情况', 'State of the platform'], {
    access: { perm: ['log_error', 'locked_account', 'user_audit_pass', 'attach'] },
    output: shaped<PlatformHealth>(),
  }),
}
