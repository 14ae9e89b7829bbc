import { consoleWords } from '#contract/console-words.ts'
import { dataModel } from '#contract/develop/data-model.ts'
import { classNameOf } from '#contract/develop/java-names.ts'
import { modelPrototype, prototypeFields } from '#contract/develop/model-prototype.ts'
import type { InOf, OutOf } from '#contract/kit/call.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { many } from '#contract/kit/field.ts'
import { words } from '#contract/words.ts'
import { ask, invalidate, useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { QueryView } from '#web/base/page/page.tsx'
import type { Control } from '#web/form/control.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { usePickerProps } from '#web/form/picker-props.ts'
import { Button } from '#web/ui/button.tsx'
import { ComboBox } from '#web/ui/combo-box.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import { FormDialog } from '../dialog/form-dialog.tsx'
import type { FormOptions } from '../dialog/form-options.ts'
import { RecordModal } from '../dialog/record-modal.tsx'
import { useDialog } from '../dialog/use-dialog.ts'
import { ModelPreview } from './model-preview.tsx'

/** The tables of the chosen data source. */
const TablePicker: Control = ({ value, onChange, disabled, values }) => {
  const datasourceId = values?.datasourceId ? String(values.datasourceId) : undefined
  const { data, error, isFetching } = useAnswer(dataModel.calls.tableList, { datasourceId }, { staleTime: 60_000 })
  const name = value ? String(value) : null
  const options = (data ?? []).map(({ name: id, comment }) => ({ id, label: comment || id }))
  const isMissing = name !== null && !options.some(({ id }) => id === name)
  return (
    <ComboBox
      {...usePickerProps({ disabled }, isFetching, error?.message)}
      options={isMissing ? [{ id: name, label: name }, ...options] : options}
      value={name}
      onChange={onChange}
    />
  )
}

/** A table that was chosen names the class and, while it is empty, the code of the model. */
const deriveChanges = ({ modelTable, modelCode }: FormValues, changedField: string): FormValues => {
  if (changedField === 'datasourceId') return { modelTable: null }
  if (changedField !== 'modelTable' || !modelTable) return {}
  const table = String(modelTable)
  return { modelClass: classNameOf(table), ...(modelCode ? {} : { modelCode: table.slice(0, 50) }) }
}

/** The form of a model: its table is one of those that the data source has. */
const form: FormOptions = { controls: { modelTable: TablePicker }, deriveChanges }

const { modelId: _id, jdbcType: _type, propertyEntity: _class, isRow: _row, ...shownFields } = prototypeFields
const { queryType: _query, sort: _sort, ...gridFields } = shownFields
/** What people correct; the other fields stay as the guess has them, and the order is that of the rows. */
const grid = { list: many('模型字段', 'Fields of the model', gridFields) }

const fieldsDialog = 'model-fields'
type Model = RowOf<typeof dataModel>
type Prototypes = OutOf<typeof dataModel.calls.modelPrototype>

interface FieldsProps {
  readonly of: Model
  readonly prototypes: Prototypes
  readonly close: () => void
}

/** The fields of a model: the stored ones, or guesses from its table. */
const FieldsForm = ({ of: { id: modelId, modelName, datasourceId }, prototypes, close }: FieldsProps) => {
  const t = useLocalize()
  const toaster = useToaster()
  const isGuess = prototypes.every(({ id }) => id === null)
  const save = async ({ list: typed }: FormValues) => {
    const rows = (typed ?? []) as readonly { readonly jdbcName: string }[]
    const storedOf = (column: string) => prototypes.find(({ jdbcName }) => jdbcName === column)
    // the id of a new row is only for the form
    const list = rows.map((row, at) => ({
      ...{ ...storedOf(row.jdbcName), ...row },
      ...{ id: storedOf(row.jdbcName)?.id ?? null, modelId, sort: at + 1 },
    }))
    await ask(dataModel.calls.submitList, { list } as InOf<typeof dataModel.calls.submitList>)
    const removedIds = prototypes
      .filter(({ id, jdbcName }) => id && !rows.some((row) => row.jdbcName === jdbcName))
      .map(({ id }) => id)
    if (removedIds.length) await ask(modelPrototype.calls.remove, { ids: removedIds.join(',') })
    toaster.success(t(consoleWords.done))
    await invalidate(dataModel.path, modelPrototype.path)
  }
  return (
    <FormDialog
      form={{ name: `fields-${modelId}`, opened: { dialog: fieldsDialog, of: modelId } }}
      title={t([`字段设置 · ${modelName}`, `Fields · ${modelName}`])}
      parts={[{ label: modelPrototype.label, fields: grid }]}
      initial={{ list: prototypes }}
      formOptions={{
        extra: ({ list }) => (
          <ModelPreview
            name={modelName}
            modelId={modelId}
            isForeign={datasourceId !== null && datasourceId !== '0'}
            prototypes={list as Prototypes}
          />
        ),
      }}
      mode="new"
      note={
        isGuess
          ? t([
              '以下内容根据数据表推测，尚未保存。请核对后保存。',
              'These are guesses from the table and are not saved yet. Check and save them.',
            ])
          : t(['代码和界面按这些字段生成。', 'Code and screens are made from these fields.'])
      }
      ok={t(words.save)}
      send={save}
      close={close}
    />
  )
}

const FieldsDialog = ({ of, close }: Omit<FieldsProps, 'prototypes'>) => {
  const t = useLocalize()
  const answer = useAnswer(dataModel.calls.modelPrototype, { modelId: of.id }, { gcTime: 0, staleTime: Infinity })
  if (answer.data) return <FieldsForm of={of} prototypes={answer.data} close={close} />
  return (
    <RecordModal
      title={t([`字段设置 · ${of.modelName}`, `Fields · ${of.modelName}`])}
      close={close}
      footer={<Button onClick={close}>{t(words.close)}</Button>}
    >
      <QueryView from={answer}>{() => null}</QueryView>
    </RecordModal>
  )
}

/** Data models: the table of each, and what its columns are in the platform. */
export const DataModels = () => {
  const t = useLocalize()
  const may = useMay()
  const dialog = useDialog<Model>(fieldsDialog)
  return (
    <>
      <RecordList
        of={dataModel}
        source={usePageSource(dataModel)}
        form={form}
        rowMore={(row) =>
          may('model_edit') ? (
            <Button kind="link" onClick={() => dialog.open(row)}>
              {t(['字段设置', 'Fields'])}
              <span className="hidden-words"> {row.modelName}</span>
            </Button>
          ) : null
        }
      />
      {dialog.of ? <FieldsDialog of={dialog.of} close={dialog.close} /> : null}
    </>
  )
}
