import { maxDefinitionBytes } from '#contract/flow/flow-model.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { Failure } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useConfirm } from '#web/base/page/confirmation.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { processOf } from './drawn-process.ts'
import type { Modeler } from './editor-parts.ts'
import { type useCheck, xmlIn } from './use-check.ts'
import type { useModeler } from './use-modeler.ts'

const replaceQuestion: Text = ['导入将替换当前图形，是否继续?', 'The file replaces the drawing. Continue?']
const tooLarge: Text = ['文件不能超过 256 KB', 'The file must be at most 256 kB']
const notImported: Text = ['“{0}”未导入，原图形未改变', '“{0}” was not imported; the drawing is as it was']
const notDrawable: Text = ['“{0}”不是可以显示的 BPMN 文件', '“{0}” is not a BPMN file that can be displayed']
const converted: Text = ['已转换，保存后生效', 'Converted; save it to keep the changes']

type Check = Pick<ReturnType<typeof useCheck>, 'run' | 'find'>

/** Replaces the drawing by a file, or by itself in the way of this platform. What cannot be read leaves the drawing as it was. */
export const useImport = (editor: ReturnType<typeof useModeler>, { run, find }: Check) => {
  const t = useLocalize()
  const toaster = useToaster()
  const confirm = useConfirm()
  const show = async (modeler: Modeler, xml: string, name: string) => {
    try {
      await editor.replace(modeler, xml)
    } catch {
      throw new Failure(t(fill(notDrawable, name)), 0)
    }
  }
  const importFile = async (modeler: Modeler, file: File) => {
    if (editor.isChanged && !(await confirm({ title: replaceQuestion, content: file.name }))) return
    await run(async () => {
      if (file.size > maxDefinitionBytes) throw new Failure(t(tooLarge), 0)
      const { xml } = await find(await file.text())
      if (xml === null) throw new Failure(t(fill(notImported, file.name)), 0)
      await show(modeler, xml, file.name)
    })
  }
  const convert = (modeler: Modeler) =>
    run(async () => {
      const { xml } = await find(await xmlIn(modeler), 1)
      if (xml === null) return
      await show(modeler, xml, processOf(modeler).id ?? '')
      toaster.success(t(converted))
    })
  return { importFile, convert }
}
