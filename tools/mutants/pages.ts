import type { Mutant } from './mutant.ts'

/** Mutants of the portal and the console. */
export const pageMutants: readonly Mutant[] = [
  {
    name: 'a button does nothing: trying again after a failure',
    file: 'web/base/page/page.tsx',
    replace: 'onClick={() => retry()}',
    by: 'onClick={() => undefined}',
    tests: ['tests/browser/portal/home.test.ts'],
  },
  {
    name: 'an option of a list cannot be clicked',
    file: 'web/ui/combo-box-field.module.css',
    replace: '.popover {\n',
    by: '.popover {\n  pointer-events: none;\n',
    tests: ['tests/browser/console/console-users.test.ts'],
  },
  {
    name: 'a draft is not kept in the browser',
    file: 'web/portal/declare/use-draft.ts',
    replace: '    writeLocal(name, { typed: draft.typed, version: draft.version, by: thisPage } satisfies LocalCopy)\n',
    by: '    void ({ typed: draft.typed, version: draft.version, by: thisPage } satisfies LocalCopy, writeLocal)\n',
    tests: ['tests/browser/both/storm.test.ts'],
  },
  {
    name: 'a heading has no English',
    file: 'web/portal/home/figures.tsx',
    replace: "['全国统计', 'National statistics']",
    by: "['全国统计', '全国统计']",
    tests: ['tests/browser/portal/access-portal-visitor.test.ts'],
  },
  {
    name: 'a figure is wrong by one',
    file: 'web/portal/figure-value.tsx',
    replace: 'figure: formatNumber(value)',
    by: 'figure: formatNumber(value + 1)',
    tests: ['tests/browser/both/journey.test.ts', 'tests/browser/portal/home-parts.test.ts'],
  },
  {
    name: 'a link leads nowhere: from a figure to its rows',
    file: 'web/portal/home/rows-link.tsx',
    replace: 'to={to}',
    by: 'to={`/nowhere${to}`}',
    tests: ['tests/browser/portal/visitor-keyboard.test.ts'],
  },
  {
    name: 'the skip link leaves the focus behind',
    file: 'web/portal/shell.tsx',
    replace: 'ref={main} tabIndex={-1}',
    by: 'ref={main}',
    tests: ['tests/browser/portal/visitor-keyboard.test.ts'],
  },
  {
    name: 'a table hides its first columns',
    file: 'web/admin/table/table-columns.tsx',
    replace: 'return columns.map((column)',
    by: 'return columns.slice(2).map((column)',
    tests: ['tests/browser/console/tables.test.ts'],
  },
  {
    name: 'a range of days ends on the wrong day',
    file: 'web/admin/entity/list-state.ts',
    replace: 'at.getUTCDate() + step',
    by: 'at.getUTCDate()',
    tests: ['web/admin/entity/list-state.test.ts'],
  },
  {
    name: 'a control has no label',
    file: 'web/ui/input.tsx',
    replace: 'className={css.label} htmlFor={id}>',
    by: 'className={css.label}>',
    tests: ['tests/browser/portal/access-portal-visitor.test.ts'],
  },
]
