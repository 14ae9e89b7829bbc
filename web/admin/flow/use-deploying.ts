import { useRef, useState } from 'react'
import type { Comparison } from '#contract/flow/differences.ts'
import { definitionSuffix, flowManager } from '#contract/flow/flow-manager.ts'
import { type DefinitionFault, maxDefinitionBytes } from '#contract/flow/flow-model.ts'
import type { Text } from '#contract/kit/text.ts'
import { failureOf, invalidate } from '#web/base/caller.ts'
import { sendFile, sendForm } from '#web/base/file-transfer.ts'
import { useLocalize } from '#web/base/language.ts'
import { drawnElements } from './diagram/drawn-elements.ts'
import { compareDeployment, useConfirmDeployment } from './versions/comparisons.tsx'

/** A file with process definitions, and what became of it. */
export interface DeployedFile {
  readonly key: number
  readonly file: File
  readonly state: 'checking' | 'ready' | 'deploying' | 'done' | 'refused' | 'failed'
  /** Why it was refused, or not deployed. */
  readonly message: string
  /** What is wrong with the definition in it. */
  readonly faults: readonly DefinitionFault[]
  /** Elements with a place in its drawing. */
  readonly drawn: ReadonlySet<string>
}

const nothingDrawn: ReadonlySet<string> = new Set()

/** A file that was not deployed: refused, with sentences about its elements or one about the file, or failed for another reason. */
const refusalOf = async (file: File, error: unknown): Promise<Partial<DeployedFile>> => {
  const { code, message, faults } = failureOf(error)
  return {
    state: code === 400 ? 'refused' : 'failed',
    message,
    faults,
    drawn: faults.length ? drawnElements(await file.text()) : nothingDrawn,
  }
}

const wrongName: Text = [`文件名须以 ${definitionSuffix} 结尾`, `The name has to end in ${definitionSuffix}`]
const tooLarge: Text = ['文件不能超过 256 KB', 'The file must be at most 256 kB']

interface Deployment {
  readonly category: string
  readonly tenantIds: string
}

interface Compared {
  readonly one: DeployedFile
  readonly comparisons: readonly Comparison[]
}

const formOf = (file: File, { category, tenantIds }: Deployment): FormData => {
  const form = new FormData()
  // fields first: the server reads the form in its order
  form.append('category', category)
  form.append('tenantIds', tenantIds)
  form.append('files', file)
  return form
}

type SetFile = (key: number, changes: Partial<DeployedFile>) => void

/** Compares files with the versions in use; one that cannot be deployed is refused already now. */
const compareFiles = async (files: readonly DeployedFile[], deployment: Deployment, set: SetFile) => {
  const compared: Compared[] = []
  for (const one of files) {
    set(one.key, { state: 'checking' })
    try {
      compared.push({ one, comparisons: await compareDeployment({ file: one.file, ...deployment }) })
      set(one.key, { state: 'ready' })
    } catch (error) {
      set(one.key, await refusalOf(one.file, error))
    }
  }
  return compared
}

/** Checks the content of files as they are added, and deploys those that passed: each has its own result, and a refusal stops no other. */
export const useDeploying = () => {
  const t = useLocalize()
  const confirmDeployment = useConfirmDeployment()
  const [files, setFiles] = useState<readonly DeployedFile[]>([])
  const lastKey = useRef(0)
  const set: SetFile = (key, changes) =>
    setFiles((now) => now.map((one) => (one.key === key ? { ...one, ...changes } : one)))

  const checkOne = async ({ key, file }: DeployedFile) => {
    if (file.size > maxDefinitionBytes) return set(key, { state: 'refused', message: t(tooLarge) })
    try {
      const { success } = await sendFile(flowManager.calls.checkUpload, file)
      set(key, success ? { state: 'ready' } : { state: 'refused', message: t(wrongName) })
    } catch (error) {
      set(key, await refusalOf(file, error))
    }
  }
  const add = (chosen: readonly File[]) => {
    const added = chosen.map((file): DeployedFile => {
      lastKey.current += 1
      return { key: lastKey.current, file, state: 'checking', message: '', faults: [], drawn: nothingDrawn }
    })
    setFiles((now) => [...now, ...added])
    for (const one of added) void checkOne(one)
  }
  const deployOne = async ({ key, file }: DeployedFile, deployment: Deployment) => {
    set(key, { state: 'deploying' })
    try {
      await sendForm(flowManager.calls.deployUpload, formOf(file, deployment), { timeout: 60_000 })
      set(key, { state: 'done' })
    } catch (error) {
      set(key, await refusalOf(file, error))
    }
  }
  const deploy = async (deployment: Deployment) => {
    const compared = await compareFiles(
      files.filter(({ state }) => state === 'ready'),
      deployment,
      set,
    )
    if (compared.length === 0) return
    if (!(await confirmDeployment(compared.flatMap(({ comparisons }) => comparisons)))) return
    for (const { one } of compared) await deployOne(one, deployment)
    await invalidate(flowManager.path)
  }
  return {
    files,
    add,
    deploy,
    remove: (key: number) => setFiles((now) => now.filter((one) => one.key !== key)),
    busy: files.some(({ state }) => state === 'checking' || state === 'deploying'),
    readyCount: files.filter(({ state }) => state === 'ready').length,
  }
}
