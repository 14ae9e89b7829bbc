import type { Text } from '#contract/kit/text.ts'
import { logError } from '#contract/log/log-error.ts'
import { words } from '#contract/words.ts'
import { type BrowserError, clearErrors, useErrors } from '#web/base/api/browser-errors.ts'
import { ask, failureOf } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useConfirm } from '#web/base/page/confirmation.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import css from './browser-errors.module.css'
import { browserErrorsWords } from './dialog-titles.ts'

const Stack = ({ of: { stack, info } }: { of: BrowserError }) => (
  <pre className={css.stack}>{[stack, info].filter(Boolean).join('\n')}</pre>
)

/** Newest first; the stack of each opens below its message. */
const ErrorTable = ({ errors }: { errors: readonly BrowserError[] }) => {
  const t = useLocalize()
  // the same error may occur twice in a second, so the key is the position from the oldest
  const rows = errors.map((error, i) => ({ ...error, key: errors.length - i }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className={css.frame} aria-label={t(browserErrorsWords)} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t(['类型', 'Type'])}</th>
            <th scope="col">{t(['地址', 'Address'])}</th>
            <th scope="col">{t(['内容', 'Message'])}</th>
            <th scope="col">{t(['时间', 'Time'])}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((error) => (
            <tr key={error.key}>
              <td>{error.type}</td>
              <td>{error.url}</td>
              <td>
                <details>
                  <summary>{error.message}</summary>
                  <Stack of={error} />
                </details>
              </td>
              <td className="nowrap">{error.time}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The errors stored in this browser, to view, upload and clear (specification 000, section 2). */
export const BrowserErrors = ({ onClose }: { onClose: () => void }) => {
  const t = useLocalize()
  const errors = useErrors()
  const toaster = useToaster()
  const confirm = useConfirm()
  const sure = (question: Text) => confirm({ title: question })
  const upload = async () => {
    if (!(await sure(['确定上传本地日志到服务器?', 'Upload the local log to the server?']))) return
    try {
      await ask(logError.calls.submitList, { list: [...errors] })
      clearErrors()
      toaster.success(t(['发送成功!', 'Sent']))
    } catch (error) {
      toaster.error(failureOf(error).message)
    }
  }
  const clear = async () => {
    if (!(await sure(['确定清空本地日志记录?', 'Clear the local log?']))) return
    clearErrors()
    toaster.success(t(['清空成功!', 'Cleared']))
  }
  return (
    <Dialog wide title={t(browserErrorsWords)} closeWords={t(words.close)} onClose={onClose}>
      <div className={css.actions}>
        <Button kind="main" disabled={errors.length === 0} onClick={() => void upload()}>
          {t(['上传服务器', 'Upload'])}
        </Button>
        <Button disabled={errors.length === 0} onClick={() => void clear()}>
          {t(['清空日志', 'Clear'])}
        </Button>
      </div>
      {errors.length ? (
        <ErrorTable errors={errors} />
      ) : (
        <p>{t(['本机没有错误记录。', 'No errors recorded in this browser.'])}</p>
      )}
    </Dialog>
  )
}
