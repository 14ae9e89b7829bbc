import { App } from 'antd'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/language.ts'

/** Asks for confirmation before unsaved input is lost. */
export const useConfirmLeave = (isChanged: boolean, close: () => void) => {
  const t = useLocalize()
  const { modal } = App.useApp()
  return async () => {
    const sure =
      !isChanged ||
      (await modal.confirm({
        title: t(['内容尚未保存，确定关闭?', 'You have unsaved changes. Close anyway?']),
        okText: t(words.close),
        cancelText: t(['继续填写', 'Keep editing']),
        focusable: { autoFocusButton: 'cancel' },
      }))
    if (sure) close()
  }
}
