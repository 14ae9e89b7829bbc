import { useState } from 'react'
import { type DefinitionCheck, flowModel } from '#contract/flow/flow-model.ts'
import type { Text } from '#contract/kit/text.ts'
import { ask, failureOf } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useToaster } from '#web/ui/toasts.tsx'
import type { Modeler } from './editor-parts.ts'

export const xmlIn = async (modeler: Modeler): Promise<string> => (await modeler.saveXML({ format: true })).xml ?? ''

const nothingWrong: Text = ['没有发现问题，可以部署', 'Nothing is wrong; it can be deployed']
const nothing: DefinitionCheck = { faults: [], warnings: [], changes: [], xml: null }

/** What a deployment would say of the drawing, and the one action that runs. */
export const useCheck = () => {
  const t = useLocalize()
  const toaster = useToaster()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [findings, setFindings] = useState(nothing)
  const [busy, setBusy] = useState(false)
  /** One action at a time; what it throws is shown. */
  const run = async (act: () => Promise<void>) => {
    setBusy(true)
    try {
      setRefusal(null)
      await act()
    } catch (error) {
      setRefusal(failureOf(error).message)
    }
    setBusy(false)
  }
  /** Checks a definition, as it is or converted, and shows what was found. */
  const find = async (modelEditorXml: string, convert: 0 | 1 = 0): Promise<DefinitionCheck> => {
    const found = await ask(flowModel.calls.check, { modelEditorXml, convert })
    setFindings(found)
    return found
  }
  const check = (modeler: Modeler) =>
    run(async () => {
      const { faults, warnings } = await find(await xmlIn(modeler))
      if (faults.length + warnings.length === 0) toaster.success(t(nothingWrong))
    })
  return { run, find, check, refusal, findings, busy }
}
