import { useState } from 'react'
import { backgroundJob } from '#contract/job/background-job.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ask, failureOf } from '../api/caller.ts'
import { useLocalize } from '../api/language.ts'
import { saveBlob } from '../api/save-blob.ts'
import css from './import-passwords.module.css'
import { invalidateJobs } from './jobs.ts'
import { type SecretGuard, useSecretGuard } from './secret-guard.tsx'

type InitialPassword = { account: string; password: string }

const save = (passwords: readonly InitialPassword[], name: string, heads: string) => {
  const lines = [heads, ...passwords.map(({ account, password }) => `${account},${password}`)]
  saveBlob(new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv' }), name)
}

const unclaimedWarning: Text = [
  '初始密码尚未领取。关闭后 7 天内可在右上角“后台任务”中领取。',
  'You have not retrieved the initial passwords yet. They stay available under “Background jobs” for 7 days.',
]
const oneTimeWarning: Text = [
  '初始密码关闭后不再显示，请确认已经保存。',
  'The initial passwords will not be shown again. Make sure you have saved them.',
]

interface PasswordGuard extends SecretGuard {
  /** Call this once the passwords are displayed. */
  readonly onShown: () => void
}

/** Asks before a dialog is closed while it shows initial passwords, or while they can still be fetched (`unclaimed`). */
export const usePasswordGuard = (unclaimed: boolean, close: () => void): PasswordGuard => {
  const [areVisible, setAreVisible] = useState(false)
  const guard = useSecretGuard(areVisible ? oneTimeWarning : unclaimed ? unclaimedWarning : null, close)
  return { ...guard, onShown: () => setAreVisible(true) }
}

interface Props {
  /** Id of the import job. */
  readonly id: string
  /** Called once the passwords are displayed. */
  readonly onShown: () => void
}

/** Shows the initial passwords of an import after its own dialog was closed. */
export const PasswordsDialog = ({ id, close }: { id: string; close: () => void }) => {
  const t = useLocalize()
  const guard = usePasswordGuard(false, close)
  return (
    <Dialog title={t(['初始密码', 'Initial passwords'])} closeWords={t(words.close)} onClose={guard.leave} wide>
      <ImportPasswords id={id} onShown={guard.onShown} />
      {guard.question}
    </Dialog>
  )
}

/** The passwords, and a button that saves them as a file. */
const PasswordTable = ({ passwords }: { passwords: readonly InitialPassword[] }) => {
  const t = useLocalize()
  const heads = t(['登录账号,初始密码', 'Account,Initial password'])
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className={css.cells} tabIndex={0} aria-label={t(['初始密码', 'Initial passwords'])}>
        <table className="full-table">
          <thead>
            <tr>
              {heads.split(',').map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {passwords.map(({ account, password }) => (
              <tr key={account}>
                <td>{account}</td>
                <td>
                  <code>{password}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Button onClick={() => save(passwords, t(['初始密码.csv', 'initial-passwords.csv']), heads)}>
        {t(['保存为文件', 'Save as a file'])}
      </Button>
    </>
  )
}

/** Initial passwords of imported accounts. The server returns them once and then deletes them. */
export const ImportPasswords = ({ id, onShown }: Props) => {
  const t = useLocalize()
  const [passwords, setPasswords] = useState<readonly InitialPassword[] | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const fetchOnce = () =>
    ask(backgroundJob.calls.passwords, { id })
      .then(
        (rows) => {
          setPasswords(rows)
          onShown()
        },
        (error) => setRefusal(failureOf(error).message),
      )
      .finally(() => void invalidateJobs())
  if (refusal) return <p className="below-12 muted small">{refusal}</p>
  if (!passwords)
    return (
      <Notice
        tone="ask"
        title={t(['新用户的初始密码只能领取一次', 'Initial passwords of new users can be retrieved only once'])}
      >
        <p>
          {t([
            '领取后服务器不再保存，请当场保存并安全转交。',
            'The server then deletes them. Save them at once and pass them on securely.',
          ])}
        </p>
        <Button onClick={() => void fetchOnce()}>{t(['领取初始密码', 'Get initial passwords'])}</Button>
      </Notice>
    )
  return <PasswordTable passwords={passwords} />
}
