import { App, Modal, Table } from 'antd'
import type { Text } from '#contract/kit/text.ts'
import { logError } from '#contract/log/log-error.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf } from '#web/base/caller.ts'
import { clearErrors, type LoggedError, useErrors } from '#web/base/error-log.ts'
import { useLocalize } from '#web/base/language.ts'
import { Button } from '#web/ui/button.tsx'
import css from './error-log.module.css'

export const errorLogWords: Text = ['错误日志', 'Browser errors']

const Stack = ({ of: { stack, info } }: { of: LoggedError }) => (
  <pre className={css.stack}>{[stack, info].filter(Boolean).join('\n')}</pre>
)

/** The errors stored in this browser, to view, upload and clear (specification 000, section 2). */
export const ErrorLog = ({ onClose }: { onClose: () => void }) => {
  const t = useLocalize()
  const errors = useErrors()
  const { message, modal } = App.useApp()
  const sure = (question: Text) =>
    modal.confirm({ title: t(question), okText: t(words.ok), cancelText: t(words.cancel) })
  const upload = async () => {
    if (!(await sure(['确定上传本地日志到服务器?', 'Upload the local log to the server?']))) return
    try {
      await ask(logError.calls.submitList, { list: [...errors] })
      clearErrors()
      message.success(t(['发送成功!', 'Sent']))
    } catch (error) {
      message.error(failureOf(error).message)
    }
  }
  const clear = async () => {
    if (!(await sure(['确定清空本地日志记录?', 'Clear the local log?']))) return
    clearErrors()
    message.success(t(['清空成功!', 'Cleared']))
  }
  return (
    <Modal
      open
      title={<h2>{t(errorLogWords)}</h2>}
      width={880}
      mask={{ closable: false }}
      footer={null}
      onCancel={onClose}
    >
      <div className={css.actions}>
        <Button kind="main" disabled={errors.length === 0} onClick={() => void upload()}>
          {t(['上传服务器', 'Upload'])}
        </Button>
        <Button disabled={errors.length === 0} onClick={() => void clear()}>
          {t(['清空日志', 'Clear'])}
        </Button>
      </div>
      <Table<LoggedError & { key: number }>
        size="small"
        // the same error may occur twice in a second, so the key is the position from the oldest
        dataSource={errors.map((error, i) => ({ ...error, key: errors.length - i }))}
        pagination={{ pageSize: 10, hideOnSinglePage: true }}
        scroll={{ x: 640 }}
        expandable={{ expandedRowRender: (row) => <Stack of={row} /> }}
        locale={{ emptyText: t(['本机没有错误记录。', 'No errors recorded in this browser.']) }}
        columns={[
          { dataIndex: 'type', title: t(['类型', 'Type']), width: 120 },
          { dataIndex: 'url', title: t(['地址', 'Address']), width: 160 },
          { dataIndex: 'message', title: t(['内容', 'Message']) },
          { dataIndex: 'time', title: t(['时间', 'Time']), width: 170 },
        ]}
      />
    </Modal>
  )
}
