import { useState } from 'react'
import { type FieldPrototype, fieldsOfModel, listOfModel, prototypeFaults } from '#contract/develop/model-fields.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { FormDialog } from '../dialog/form-dialog.tsx'
import { ModelRows } from './model-rows.tsx'

const preview: Text = ['预览', 'Preview']

interface Props {
  readonly name: string
  readonly modelId: string
  /** Whether its table is one of a data source: rows of the platform itself stay in their lists. */
  readonly isForeign: boolean
  /** As they are typed, stored or not. */
  readonly prototypes: readonly FieldPrototype[]
}

/** What a reader of the list sees, and why the model could not become code yet. */
const ListPreview = ({ prototypes }: Pick<Props, 'prototypes'>) => {
  const t = useLocalize()
  const fields = fieldsOfModel(prototypes)
  const { list, search } = listOfModel(prototypes, fields)
  const namesIn = (names: readonly string[], comma: string) =>
    names.map((name) => t(fields[name]?.label ?? [name, name])).join(comma) || t(words.none)
  const faults = prototypeFaults(prototypes)
  return (
    <>
      {faults.map(({ column, text }) => (
        <Notice key={column} tone="bad">
          {column} {t(text)}
        </Notice>
      ))}
      <p>
        {t([`列表显示：${namesIn(list, '、')}`, `The list shows: ${namesIn(list, ', ')}`])}
        <br />
        {t([`查询条件：${namesIn(search, '、')}`, `Filters: ${namesIn(search, ', ')}`])}
      </p>
    </>
  )
}

const PreviewDialog = ({ name, modelId, isForeign, prototypes, close }: Props & { readonly close: () => void }) => {
  const t = useLocalize()
  const toaster = useToaster()
  const fields = fieldsOfModel(prototypes)
  const initial = Object.fromEntries(Object.entries(fields).map(([one, { initial: value }]) => [one, value ?? null]))
  return (
    <FormDialog
      form={{ name: `preview-${name}`, opened: null }}
      title={t([`预览 · ${name}`, `Preview · ${name}`])}
      parts={[{ label: preview, fields }]}
      initial={initial}
      mode="new"
      note={
        <>
          <ListPreview prototypes={prototypes} />
          {isForeign ? <ModelRows modelId={modelId} prototypes={prototypes} /> : null}
        </>
      }
      ok={t(['检查输入', 'Check the input'])}
      send={async () =>
        toaster.success(t(['填写无误。这是预览，未保存', 'Valid. This is a preview; nothing was saved']))
      }
      close={close}
    />
  )
}

/** Opens the list and the form that a model becomes, before anything is saved (design: development tools). */
export const ModelPreview = (props: Props) => {
  const t = useLocalize()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(preview)}</Button>
      {isOpen ? <PreviewDialog {...props} close={() => setOpen(false)} /> : null}
    </>
  )
}
