import type { Locator, Page } from 'playwright-core'
import { type Field, type Fields, split } from '#contract/kit/field.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { pdfOf } from '#server/seed/demo/samples.ts'

/** Fills a form as a user does, control by control; `container` is the page or the row of a list. */

const idOf = (path: readonly string[]) => path.join('-')

/** Chooses by the stored value; a list becomes a searchable one when many options have been loaded. */
export const pickValue = async (box: Locator, value: string): Promise<void> => {
  const page = box.page()
  const option = page.locator(`[role=option][data-key="${value}"]:visible`)
  const isSearchable = () => box.evaluate((element) => element.tagName === 'INPUT')
  await box
    .and(page.locator('input'))
    .or(box.locator(`option[value="${value}"]`))
    .first()
    .waitFor({ state: 'attached' })
  if (!(await isSearchable())) return void (await box.selectOption(value))
  // scrolling closes an open list, so it must be over before the click
  await box.hover()
  await box.click()
  await option.click()
  await option.waitFor({ state: 'hidden' })
}

const fillOne = async (container: Locator, field: Field, path: readonly string[], value: unknown): Promise<void> => {
  const control = container.locator(`[id$="${idOf(path)}"]`).first()
  switch (field.kind) {
    case 'flag':
      return control.locator(`input[value="${value}"]`).check()
    case 'choice':
    case 'dict':
    case 'code':
      return pickValue(control, String(value))
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

/** Fills these fields with the values of a document; lists get a row for each element. */
export const fillFields = async (
  page: Page,
  container: Locator,
  fields: Fields,
  values: DraftPart,
  path: readonly string[] = [],
): Promise<void> => {
  for (const [name, field] of Object.entries(fields)) {
    if (field.direction === 'out') continue
    const value = values[name]
    const fieldPath = [...path, name]
    if (field.kind === 'one')
      await fillFields(page, container, field.fields ?? {}, (value ?? {}) as DraftPart, fieldPath)
    else if (field.kind === 'many') await fillRows(page, field, fieldPath, (value ?? []) as DraftPart[])
    else if (hasValue(value)) await fillOne(container, field, path.length ? fieldPath : ['f', name], value)
  }
}

const fillRows = async (page: Page, field: Field, path: readonly string[], rows: readonly DraftPart[]) => {
  const section = page.locator(`section[aria-labelledby="f-${idOf(path)}-h"]`)
  for (const [i, row] of rows.entries()) {
    await section.getByRole('button', { name: /^添加/ }).click()
    // ids are unique by their ending within a row
    const fieldset = section.locator(':scope > fieldset').nth(i)
    await fillFields(page, fieldset, field.fields ?? {}, row, [''])
  }
}
