import { consoleWords } from '#contract/console-words.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useSecretGuard } from '#web/base/login/secret-guard.tsx'
import { copyText } from '#web/base/page/copy-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { RecordModal } from '../../dialog/record-modal.tsx'
import css from './secrets-dialog.module.css'

interface Props {
  readonly title: Text
  /** Column headings: the owners and their secrets. */
  readonly heads: readonly [owner: Text, secret: Text]
  readonly note: Text
  readonly rows: readonly (readonly [owner: string, secret: string])[]
  readonly close: () => void
}

const warning: Text = [
  '关闭后不再显示，也无法再次查询，请确认已经保存。',
  'It will not be shown again and cannot be queried. Make sure you have saved it.',
]

/** Displays new secrets once; the server cannot return them again, so Escape asks before they are lost. */
export const SecretsDialog = ({ title, heads: [owner, secret], note, rows, close }: Props) => {
  const t = useLocalize()
  const toaster = useToaster()
  const copy = async (text: string) => {
    if (await copyText(text)) toaster.success(t(['已复制', 'Copied']))
    else toaster.error(t(['复制失败，请选中后手工复制', 'Copy failed. Select the text and copy it by hand.']))
  }
  const guard = useSecretGuard(warning, close)
  const all = rows.map((row) => row.join('\t')).join('\n')
  return (
    <RecordModal
      title={t(title)}
      width={560}
      close={guard.leave}
      footer={
        <>
          {rows.length > 1 ? <Button onClick={() => void copy(all)}>{t(['复制全部', 'Copy all'])}</Button> : null}
          <Button kind="main" onClick={close}>
            {t(['我已保存，关闭', 'I have saved it. Close'])}
          </Button>
        </>
      }
    >
      <Notice tone="ask" title={t(['仅显示这一次', 'Shown only once'])}>
        <p>{t(note)}</p>
      </Notice>
      <table className={css.table}>
        <caption className="hidden-words">{t(title)}</caption>
        <thead>
          <tr>
            <th scope="col">{t(owner)}</th>
            <th scope="col">{t(secret)}</th>
            <th scope="col">{t(consoleWords.operations)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <code>{value}</code>
              </td>
              <td>
                <Button kind="link" onClick={() => void copy(value)}>
                  {t(words.copy)}
                  <span className="hidden-words"> {name}</span>
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {guard.question}
    </RecordModal>
  )
}
