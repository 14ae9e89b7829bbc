import { words } from '#contract/words.ts'
import { useConfirm } from '#web/base/page/confirmation.tsx'

/** Asks whether unsaved input may be lost. */
export const useAskLeave = () => {
  const confirm = useConfirm()
  return () =>
    confirm({
      title: ['内容尚未保存，确定关闭?', 'You have unsaved changes. Close anyway?'],
      ok: words.close,
      cancel: ['继续填写', 'Continue editing'],
      danger: true,
    })
}

/** Closes something; asks before unsaved input is lost. */
export const useConfirmLeave = (isChanged: boolean, close: () => void) => {
  const askLeave = useAskLeave()
  return async () => {
    if (!isChanged || (await askLeave())) close()
  }
}
