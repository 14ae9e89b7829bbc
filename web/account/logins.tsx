import type { OutOf } from '#contract/kit/call.ts'
import { loginFields, loginSessions } from '#contract/login-sessions.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Tag } from '#web/ui/notice.tsx'
import css from './logins.module.css'

type Login = OutOf<typeof loginSessions.logins>[number] & { readonly wayName?: string; readonly outcomeName?: string }

const columns = ['at', 'browser', 'address', 'way', 'outcome'] as const

const Cell = ({ of, name }: { of: Login; name: (typeof columns)[number] }) => {
  if (name === 'outcome') return <Tag tone={of.outcome ? 'good' : 'bad'}>{of.outcomeName}</Tag>
  return name === 'way' ? of.wayName : of[name]
}

const Table = ({ rows }: { rows: readonly Login[] }) => {
  const t = useLocalize()
  return (
    <table className={css.table}>
      <caption>{t(['最近 20 次登录和失败的尝试', 'The 20 most recent logins and failed attempts'])}</caption>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {t(loginFields[name].label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key, and none is inserted
          <tr key={i}>
            {columns.map((name) => (
              <td key={name} data-name={name}>
                <Cell of={row} name={name} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Recent logins and failed attempts of this account, with links for a person who does not recognise one. */
export const Logins = ({ choose }: { choose: (part: 'password' | 'devices') => void }) => {
  const t = useLocalize()
  const logins = useAnswer(loginSessions.logins, {}, { staleTime: 0 })
  return (
    <QueryView from={logins}>
      {(rows) => (
        <>
          <Table rows={rows} />
          <p className="above-20 muted">
            {t(['发现不是您本人的登录？请', 'Don’t recognise a login? '])}
            <Button kind="link" onClick={() => choose('password')}>
              {t(['修改密码', 'Change your password'])}
            </Button>
            {t(['，并', ' and '])}
            <Button kind="link" onClick={() => choose('devices')}>
              {t(['结束其他登录', 'end other sessions'])}
            </Button>
            {t(['。', '.'])}
          </p>
        </>
      )}
    </QueryView>
  )
}
