import type { Locator, Page } from 'playwright-core'
import { type Field, type Fields, split } from '#contract/kit/field.ts'
import type { Typed } from '#contract/project/completeness.ts'
import { pdfOf } from '#server/seed/demo/samples.ts'

/** Fills a form as a person does, control by control; `within` is the page or the row of a list. */

const idOf = (path: readonly string[]) => path.join('-')

const pick = async (box: Locator, value: string) => {
  // a list that is still on its way offers nothing yet
  await box.locator(`option[value="${value}"]`).waitFor({ state: 'attached' })
  await box.selectOption(value)
}

const fillOne = async (container: Locator, field: Field, path: readonly string[], value: unknown): Promise<void> => {
  const control = container.locator(`[id$="${idOf(path)}"]`).first()
  switch (field.kind) {
    case 'flag':
      return control.locator(`input[value="${value}"]`).check()
    case 'choice':
    case 'dict':
    case 'code':
      return pick(control, String(value))
    case 'dicts':
    case 'codes':
      for (const key of split(String(value))) await control.locator(`input[value="${key}"]`).check()
      return
    case 'file':
      await control.locator('input[type=file]').setInputFiles({
        name: '证明.pdf',
        mimeType: 'application/pdf',
        buffer: pdfOf('proof'),
      })
      return control.getByRole('button', { name: '证明.pdf', exact: true }).waitFor()
    default:
      return control.fill(String(value))
  }
}

const hasValue = (value: unknown) => value !== null && value !== undefined && value !== ''

/** Fills these fields with what a document holds; lists get a row for each of its. */
export const fillFields = async (
  page: Page,
  container: Locator,
  fields: Fields,
  values: Typed,
  path: readonly string[] = [],
): Promise<void> => {
  for (const [name, field] of Object.entries(fields)) {
    if (field.direction === 'out') continue
    const value = values[name]
    const at = [...path, name]
    if (field.kind === 'one') await fillFields(page, container, field.fields ?? {}, (value ?? {}) as Typed, at)
    else if (field.kind === 'many') await fillRows(page, field, at, (value ?? []) as Typed[])
    else if (hasValue(value)) await fillOne(container, field, path.length ? at : ['f', name], value)
  }
}

const fillRows = async (page: Page, field: Field, path: readonly string[], rows: readonly Typed[]) => {
  const section = page.locator(`section[aria-labelledby="f-${idOf(path)}-h"]`)
  for (const [i, row] of rows.entries()) {
    await section.getByRole('button', { name: /^添加/ }).click()
    // each row names its own fields; inside it the ending of an id is enough
    const fieldset = section.locator(':scope > fieldset').nth(i)
    await fillFields(page, fieldset, field.fields ?? {}, row, [''])
  }
}
