import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { rootCode } from '#contract/system/region-code.ts'
import { useConfirm } from '#web/base/page/confirmation.tsx'

/** Asks for confirmation before unsaved input in the form is discarded. */
const useConfirmDiscard = () => {
  const confirm = useConfirm()
  const [isChanged, setChanged] = useState(false)
  const leave = async (go: () => void) => {
    const sure =
      !isChanged ||
      (await confirm({
        title: ['内容尚未保存，确定离开？', 'Leave without saving?'],
        ok: ['离开', 'Leave'],
        danger: true,
      }))
    if (!sure) return
    setChanged(false)
    go()
  }
  return { leave, setChanged }
}

/** The selected division, in the address, and whether a new one below it is being added. */
export const useRegionSelection = () => {
  const [search, setSearch] = useSearchParams()
  const [isAdding, setAdding] = useState(false)
  const { leave, setChanged } = useConfirmDiscard()
  const show = (next: string) => {
    setAdding(false)
    setSearch(next === rootCode ? {} : { open: next })
  }
  return {
    code: search.get('open') ?? rootCode,
    isAdding,
    /** Selects a division without a question: one that was just saved, or the parent of one that was removed. */
    show,
    choose: (next: string) => void leave(() => show(next)),
    startAdding: () => void leave(() => setAdding(true)),
    cancelAdding: () => void leave(() => setAdding(false)),
    setChanged,
  }
}

export type RegionSelection = ReturnType<typeof useRegionSelection>
