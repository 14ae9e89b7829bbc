import { useEffect, useState } from 'react'
import type { Fields } from '#contract/kit/field.ts'
import { typeOf } from '#contract/kit/kinds.ts'
import type { Lang } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { readDictionary } from '#web/base/api/dictionaries.ts'
import { useLang, useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormField } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import type { FormValues } from './form-values.ts'
import { maxPastedRows, type PastedRows, pastedColumns, readPastedRows } from './pasted-rows.ts'
import { keepPastedTexts } from './pasted-texts.ts'

type Choices = ReadonlyMap<string, readonly { readonly value: string; readonly label: string }[]>

/** The options of the coded fields of a list, by field. */
const readChoices = async (fields: Fields, lang: Lang): Promise<Choices> =>
  new Map(
    await Promise.all(
      pastedColumns(fields).map(async ([name, { kind, of, choices = [] }]) => {
        const isDict = typeOf({ kind }) === 'dictionary' && of
        const options = isDict
          ? (await readDictionary(of, lang)).map(({ dictKey, dictValue }) => ({
              value: dictKey ?? '',
              label: dictValue,
            }))
          : choices.flatMap(([value, label]) => label.map((one) => ({ value: String(value), label: one })))
        return [name, options] as const
      }),
    ),
  )

const useChoices = (fields: Fields): Choices | null => {
  const lang = useLang()
  const [choices, setChoices] = useState<Choices | null>(null)
  useEffect(() => {
    let isCurrent = true
    // without them the names of options are reported as unknown, and everything else can be pasted
    void readChoices(fields, lang)
      .catch(() => new Map())
      .then((all) => isCurrent && setChoices(all))
    return () => {
      isCurrent = false
    }
  }, [fields, lang])
  return choices
}

/** What the pasted cells contain, and what of them cannot be taken. */
const Outcome = ({ fields, of: { rows, problems, files, unknown, isCut } }: { fields: Fields; of: PastedRows }) => {
  const t = useLocalize()
  const notes = [
    ...(unknown.length
      ? [t([`没有这些列，未采用：${unknown.join('、')}`, `No such columns, left out: ${unknown.join(', ')}`])]
      : []),
    ...(isCut
      ? [t([`一次最多 ${maxPastedRows} 条，其余未采用`, `At most ${maxPastedRows} rows at once; the rest is left out`])]
      : []),
    ...problems.map(({ row, name, value }) => {
      const [zh, en] = fields[name]?.label ?? [name, name]
      return t([
        `第${row}条“${zh}”没有“${value}”这一项，留空，原文在该处显示`,
        `Row ${row}, ${en}: “${value}” is unknown, left empty; the text is shown there`,
      ])
    }),
    ...files.map(({ row, name, value }) => {
      const [zh, en] = fields[name]?.label ?? [name, name]
      return t([
        `第${row}条“${zh}”的文件须另行上传，“${value}”在该处显示`,
        `Row ${row}, ${en}: upload the file itself; “${value}” is shown there`,
      ])
    }),
  ]
  return (
    <div role="status">
      <p>{t([`识别到 ${rows.length} 条`, `Rows recognised: ${rows.length}`])}</p>
      {notes.length ? (
        <Notice tone="ask" title={t(['请核对以下内容', 'Please check'])}>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
    </div>
  )
}

interface DialogProps {
  readonly label: string
  readonly fields: Fields
  readonly onAdd: (rows: readonly FormValues[]) => void
  readonly onClose: () => void
}

/** Adds rows to a list from cells that were copied in a spreadsheet program; says first what is taken and what is not. */
const PasteDialog = ({ label, fields, onAdd, onClose }: DialogProps) => {
  const t = useLocalize()
  const choices = useChoices(fields)
  const [text, setText] = useState('')
  const pasted = choices && text.trim() ? readPastedRows(fields, text, (name) => choices.get(name) ?? []) : null
  const count = pasted?.rows.length ?? 0
  const add = ({ rows, problems, files }: PastedRows) => {
    keepPastedTexts(rows, [...problems, ...files])
    onAdd(rows)
  }
  const columns = pastedColumns(fields).map(([, column]) => t(column.label))
  return (
    <Dialog
      title={t([`粘贴到“${label}”`, `Paste into “${label}”`])}
      closeWords={t(words.close)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t(words.cancel)}</Button>
          <Button kind="main" disabled={count === 0} onClick={() => pasted && add(pasted)}>
            {t([`添加 ${count} 条`, `Add rows: ${count}`])}
          </Button>
        </>
      }
    >
      <FormField
        label={t(['从表格软件复制的单元格', 'Cells copied from a spreadsheet'])}
        hint={t([
          `首行可以是列名；没有列名时，列依次为：${columns.join('、')}。`,
          `The first row may have the names of the columns; otherwise they are, in this order: ${columns.join(', ')}.`,
        ])}
      >
        <TextArea value={text} onValue={setText} rows={8} isCode />
      </FormField>
      {pasted ? <Outcome fields={fields} of={pasted} /> : null}
    </Dialog>
  )
}

type Props = Pick<DialogProps, 'label' | 'fields' | 'onAdd'>

/** Opens the dialog in which rows are pasted into a list. */
export const PasteRows = ({ label, fields, onAdd }: Props) => {
  const t = useLocalize()
  const [isOpen, setOpen] = useState(false)
  const add = (rows: readonly FormValues[]) => {
    setOpen(false)
    onAdd(rows)
  }
  return (
    <>
      <Button kind="link" onClick={() => setOpen(true)}>
        {t(['从表格粘贴', 'Paste from a spreadsheet'])}
        <span className="hidden-words"> {label}</span>
      </Button>
      {isOpen ? <PasteDialog label={label} fields={fields} onClose={() => setOpen(false)} onAdd={add} /> : null}
    </>
  )
}
