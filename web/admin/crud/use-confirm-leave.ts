import { words } from '#contract/words.ts'
import { useConfirm } from '#web/base/confirmation.tsx'

/** Asks for confirmation before unsaved input is lost. */
export const useConfirmLeave = (isChanged: boolean, close: () => void) => {
  const confirm = useConfirm()
  return async () => {
    const sure =
      !isChanged ||
      (await confirm({
        title: ['内容尚未保存，确定关闭?', 'You have unsaved changes. Close anyway?'],
        ok: words.close,
        cancel: ['继续填写', 'Keep editing'],
        danger: true,
      }))
    if (sure) close()
  }
}
