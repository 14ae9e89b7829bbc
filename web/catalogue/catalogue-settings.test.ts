import { describe, expect, test } from 'vitest'
import { type CatalogueSettings, readSettings, searchOf } from './catalogue-settings.ts'

const read = (search: string) => readSettings(new URLSearchParams(search))

describe('the address of the catalogue', () => {
  test('without parameters it shows all groups as the console looks at first', () => {
    expect(read('')).toEqual({ theme: 'theme-hey', density: 'middle', lang: 'zh', group: null, open: null })
  })

  test('values that do not exist are ignored', () => {
    expect(read('?theme=red&density=tiny&lang=fr')).toEqual(read(''))
  })

  test('it keeps every setting', () => {
    const settings: CatalogueSettings = {
      theme: 'theme-dark',
      density: 'large',
      lang: 'en',
      group: 'dates',
      open: 'date-range',
    }
    expect(read(searchOf(settings))).toEqual(settings)
  })
})
