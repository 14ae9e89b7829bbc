import { useState } from 'react'
import { backgroundJob } from '#contract/job/background-job.ts'
import { ask, failureOf } from '#web/base/caller.ts'
import { useSay } from '#web/base/say.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './import-dialog.module.css'

type Made = { account: string; password: string }

const save = (made: readonly Made[], name: string, heads: string) => {
  const lines = [heads, ...made.map(({ account, password }) => `${account},${password}`)]
  const address = URL.createObjectURL(new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv' }))
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  URL.revokeObjectURL(address)
}

/** Initial passwords of imported accounts: given out once, then kept nowhere. */
export const ImportPasswords = ({ id }: { id: string }) => {
  const t = useSay()
  const [made, setMade] = useState<readonly Made[] | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const fetchOnce = () =>
    ask(backgroundJob.calls.passwords, { id }).then(setMade, (error) => setRefusal(failureOf(error).message))
  if (refusal) return <p className={css.note}>{refusal}</p>
  if (!made)
    return (
      <Notice
        tone="ask"
        title={t(['新用户的初始密码只能领取一次', 'Initial passwords of new users are given out once'])}
      >
        <p>
          {t([
            '领取后服务器不再保存，请当场保存并安全转交。',
            'The server keeps them no longer then; save them and hand them over safely.',
          ])}
        </p>
        <Button onClick={() => void fetchOnce()}>{t(['领取初始密码', 'Get the initial passwords'])}</Button>
      </Notice>
    )
  const heads = t(['登录账号,初始密码', 'Account,Initial password'])
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className={css.cells} tabIndex={0} aria-label={t(['初始密码', 'Initial passwords'])}>
        <table>
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
            {made.map(({ account, password }) => (
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
      <Button onClick={() => save(made, t(['初始密码.csv', 'initial-passwords.csv']), heads)}>
        {t(['保存为文件', 'Save as a file'])}
      </Button>
    </>
  )
}
