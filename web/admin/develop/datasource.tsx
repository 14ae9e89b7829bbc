import { useState } from 'react'
import { datasource } from '#contract/develop/datasource.ts'
import type { InOf } from '#contract/kit/call.ts'
import { ask, failureOf } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { Button } from '#web/ui/button.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { RecordList } from '../crud/record-list.tsx'
import { usePageSource } from '../crud/sources/page-source.ts'
import type { FormOptions } from '../dialog/form-options.ts'

/** Connects with the address and the login that were typed, before they are saved. */
const TestButton = ({ values }: { readonly values: FormValues }) => {
  const t = useLocalize()
  const toaster = useToaster()
  const [busy, setBusy] = useState(false)
  const test = async () => {
    const { id, driverClass, url, username, password } = values
    setBusy(true)
    try {
      const { version, tables, notes } = await ask(datasource.calls.test, {
        ...{ id, driverClass, url, username, password },
      } as InOf<typeof datasource.calls.test>)
      const content = t([
        `连接成功：${version}，可见 ${tables} 张表`,
        `Connected to ${version}; it shows ${tables} tables`,
      ])
      if (notes.length === 0) return toaster.success(content)
      const detail = notes.map((note) => <p key={note[0]}>{t(note)}</p>)
      toaster.show({ key: 'connection', tone: 'ask', seconds: null, content, detail })
    } catch (error) {
      toaster.error(failureOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} onClick={() => void test()}>
      {t(datasource.calls.test.label)}
    </Button>
  )
}

const form: FormOptions = { extra: (values) => <TestButton values={values} /> }

/** Data sources: external databases, whose connection the form tests. */
export const DataSources = () => <RecordList of={datasource} source={usePageSource(datasource)} form={form} />
