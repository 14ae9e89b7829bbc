import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { consoleWords } from '#contract/console-words.ts'
import { type Choice, choice, type Fields, ref } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { type MenuNode, menu } from '#contract/system/menu.ts'
import { permissionLens } from '#contract/system/permission-lens.ts'
import { user } from '#contract/system/user.ts'
import { words } from '#contract/words.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { outlines } from '#web/base/entities/outlines.ts'
import { formatTotal } from '#web/base/page/number.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { PageHead } from '#web/base/page/page-head.tsx'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext } from '#web/form/form-context.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Steps } from './lens-steps.tsx'
import css from './permission-lens.module.css'

/** Loaded after the page, which most people fill in without a fault. */
const FaultSummary = lazyComponent(async () => (await import('#web/form/fault-summary.tsx')).FaultSummary)

const title: Text = consoleWords.permissionLens
const parameters = ['userId', 'kind', 'page', 'button', 'resource', 'rowId'] as const

const asChoice = (value: string, name: string): Choice => [value, [name, name]]

/** Pages are menus whose children, if any, are all buttons; the label of a page includes the names of its groups. */
const pagesIn = (nodes: readonly MenuNode[], above = ''): Choice[] =>
  nodes.flatMap(({ code, name, category, children = [] }) => {
    const below = children.filter((one) => one.category === 1)
    if (category !== 1) return []
    return below.length ? pagesIn(below, `${above}${name} / `) : [asChoice(code, above + name)]
  })

const buttonsIn = (nodes: readonly MenuNode[], page: unknown): Choice[] =>
  nodes.flatMap(({ code, children = [] }) =>
    code === page
      ? children.filter((one) => one.category === 2).map((one) => asChoice(one.code, one.name))
      : buttonsIn(children, page),
  )

const kinds: readonly Choice[] = [
  ['menu', ['页面或按钮', 'A screen or a button']],
  ['row', ['一条数据', 'A row']],
]

/** Fields of the question: a person, and either a screen with one of its buttons or a row of a resource. */
const useFields = (values: FormValues): Fields => {
  const may = useMay()
  const routes = useAnswer(menu.calls.routes, {}).data ?? []
  const buttons = useAnswer(menu.calls.buttons, {}).data ?? []
  const resources = outlines
    .filter(({ code, reads, isView }) => !isView && may(code) && (reads.detail || reads.page))
    .map(({ name, label }): Choice => [name, label])
  const person: Fields = {
    userId: ref('用户', 'User', { of: 'user', required: true }),
    kind: choice('查看内容', 'Check access to', { choices: kinds, required: true }),
  }
  if (values.kind === 'row')
    return {
      ...person,
      resource: choice('数据类型', 'Type of row', { choices: resources, required: true }),
      ...(values.resource ? { rowId: ref('数据', 'Record', { of: String(values.resource), required: true }) } : {}),
    }
  const pageButtons = buttonsIn(buttons, values.page)
  return {
    ...person,
    page: choice('页面', 'Page', { choices: pagesIn(routes), required: true }),
    ...(pageButtons.length ? { button: choice('按钮', 'Button', { choices: pageButtons }) } : {}),
  }
}

/** The holders of a role, to choose from; displayed if the link came from a row of the roles. */
const RoleMembers = ({ roleId, choose }: { roleId: string; choose: (id: string) => void }) => {
  const t = useLocalize()
  const { data } = useAnswer(user.calls.page, { roleId, current: 1, size: 20 })
  if (!data) return null
  return (
    <p className="row wrap middle gap-8 below-12">
      {data.records.length
        ? t([`拥有该角色的用户（${formatTotal(data)}）：`, `Users with this role (${formatTotal(data)}):`])
        : t(['尚无用户拥有该角色', 'Nobody has this role yet'])}
      {data.records.map(({ id, realName, account }) => (
        <Button key={id} onClick={() => choose(id)}>
          {t([`${realName}（${account}）`, `${realName} (${account})`])}
        </Button>
      ))}
    </p>
  )
}

const Result = ({ query }: { query: Readonly<Record<string, string>> }) => {
  const { userId, kind, page, button, resource, rowId } = query
  const subject = kind === 'row' ? { resource, rowId } : { code: button || page }
  const isComplete = Boolean(userId && (kind === 'row' ? resource && rowId : page))
  const lens = useAnswer(permissionLens.explain, { userId, ...subject } as { userId: string }, {
    enabled: isComplete,
    staleTime: 0,
  })
  return isComplete ? <QueryView from={lens}>{(lensData) => <Steps {...lensData} />}</QueryView> : null
}

const Question = () => {
  const t = useLocalize()
  const [search, setSearch] = useSearchParams()
  const query = Object.fromEntries(parameters.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])))
  const form = useForm({ kind: 'menu', ...query })
  const [roleId] = useState(search.get('roleId'))
  const fields = useFields(form.values)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { check } = await import('#contract/kit/check.ts')
    const { value, faults } = check(fields, { ...form.values }, { mode: 'new' })
    form.setFaults(faults)
    if (faults.length) return
    const filledIn = Object.entries(value).filter(([, one]) => one !== null && one !== undefined)
    setSearch(new URLSearchParams(filledIn.map(([name, one]) => [name, String(one)])))
  }
  return (
    <>
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <p className="below-12 muted">
          {t([
            '选择用户和要查看的页面、按钮或数据，系统逐条说明允许或阻止其查看的规则。',
            'Choose a user and a screen, a button or a row. Every rule that allows or blocks access to it is listed.',
          ])}
        </p>
        {roleId ? <RoleMembers roleId={roleId} choose={(id) => form.state.change('userId', id)} /> : null}
        <FaultSummary faults={form.faults} />
        <FormContext value={form.state}>
          <FieldGrid fields={fields} values={form.values} />
        </FormContext>
        <div className="above-12">
          <Button kind="main" type="submit">
            {t(words.view)}
          </Button>
        </div>
      </form>
      <Result key={search.toString()} query={query as Record<string, string>} />
    </>
  )
}

/** Explains why a person may see a screen, a button or a row, or not: every rule, in the order the server checks them. */
export const PermissionLens = () => {
  const [search] = useSearchParams()
  // a link from an account or a role has no kind: on a page that is still open it starts a new question
  const link = (search.has('userId') || search.has('roleId')) && !search.has('kind') ? search.toString() : null
  const [questionKey, setQuestionKey] = useState(link)
  if (link !== null && link !== questionKey) setQuestionKey(link)
  return (
    <>
      <PageHead title={title} />
      <Question key={questionKey} />
    </>
  )
}
