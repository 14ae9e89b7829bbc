import { App } from 'antd'
import type { NewPassword } from '#contract/system/user.ts'
import { words } from '#contract/words.ts'
import { useSay } from '#web/base/say.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Over } from '../crud/over.tsx'
import css from './first-passwords.module.css'

interface Props {
  readonly made: readonly NewPassword[]
  readonly close: () => void
}

/** Initial passwords, shown once to whoever made them: nothing on the server can show them again. */
export const FirstPasswords = ({ made, close }: Props) => {
  const t = useSay()
  const { message } = App.useApp()
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    message.success(t(['已复制', 'Copied']))
  }
  const all = made.map(({ account, password }) => `${account}\t${password}`).join('\n')
  return (
    <Over
      title={t(['初始密码', 'Initial passwords'])}
      width={560}
      close={close}
      footer={
        <div className={css.foot}>
          {made.length > 1 ? <Button onClick={() => void copy(all)}>{t(['复制全部', 'Copy all'])}</Button> : null}
          <Button kind="main" onClick={close}>
            {t(['已妥善记录，关闭', 'Kept safely, close'])}
          </Button>
        </div>
      }
    >
      <Notice tone="ask" title={t(['密码仅显示这一次', 'Shown this once only'])}>
        <p>
          {t([
            '请通过可靠的方式交给本人。首次登录后须立即修改。',
            'Hand them over in a safe way. They have to be changed at the first login.',
          ])}
        </p>
      </Notice>
      <table className={css.table}>
        <caption className="hidden-words">{t(['初始密码', 'Initial passwords'])}</caption>
        <thead>
          <tr>
            <th scope="col">{t(['登录账号', 'Account'])}</th>
            <th scope="col">{t(['初始密码', 'Initial password'])}</th>
            <th scope="col">{t(words.operations)}</th>
          </tr>
        </thead>
        <tbody>
          {made.map(({ account, password }) => (
            <tr key={account}>
              <th scope="row">{account}</th>
              <td>
                <code>{password}</code>
              </td>
              <td>
                <Button kind="link" onClick={() => void copy(password)}>
                  {t(['复制', 'Copy'])}
                  <span className="hidden-words"> {account}</span>
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Over>
  )
}
