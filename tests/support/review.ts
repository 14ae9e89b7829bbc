import { declaration } from '#contract/project/declaration.ts'
import type { Status } from '#contract/project/status.ts'
import type { Caller, Platform } from './platform.ts'
import {
  createEnterprise,
  createOfficers,
  documents,
  type Enterprise,
  openWindow,
  saveDeclaration,
  submitAction,
} from './scenario.ts'

/** An open window, an enterprise, its operator and all officers, and their actions on one declaration at a time. */
export interface Review {
  readonly windowId: string
  readonly company: Enterprise
  readonly operator: Enterprise
  readonly person: (name: string) => Caller & { id: string; account: string }
  /** Creates a complete declaration with a unique name; everything below refers to the last one. */
  readonly beginDeclaration: () => Promise<string>
  readonly id: () => string
  readonly projectName: () => string
  readonly status: () => Promise<Status>
  /** Assigns three experts and lets them score. */
  readonly assignAndScore: () => Promise<void>
  /** Performs an action that must succeed; resolves to the new stage. */
  readonly performAction: (who: string, action: string, more?: object) => Promise<number>
}

export const openReview = async (platform: Platform): Promise<Review> => {
  const windowId = await openWindow(await platform.admin(), { maxPerCompany: 100, allowRedeclare: 1 })
  const company = await createEnterprise(platform)
  const operator = await createEnterprise(platform, { type: 2, unitName: '中国移动苏州分公司' })
  const officersByName = await createOfficers(platform)
  let [id, seed] = ['', 100]
  const projectName = () => `第${seed}号项目`
  const beginDeclaration = async () => {
    const partValues = documents(company, ++seed)
    partValues.information = { ...partValues.information, projectName: projectName(), operators: '1' }
    partValues.facilities = {
      ...partValues.facilities,
      network: { ...(partValues.facilities?.network as object), operator: 1 },
    }
    id = await saveDeclaration(company, partValues)
    return id
  }
  const person: Review['person'] = (name) => {
    const officer = officersByName[name]
    if (!officer) throw new Error(`Nobody is called ${name}.`)
    return officer
  }
  const performAction: Review['performAction'] = async (who, action, more = {}) => {
    const caller = { company, operator }[who] ?? person(who)
    const answer = await submitAction(caller, id, action, { ...more })
    if (!answer.success) throw new Error(`${who} ${action}: ${answer.msg} ${JSON.stringify(answer.faults)}`)
    return answer.data.status
  }
  const assignAndScore = async () => {
    const experts = ['expert1', 'expert2', 'expert3']
    await performAction('office', 'assign', { experts: experts.map((name) => person(name).id).join(',') })
    for (const name of experts) await performAction(name, 'score', { conflict: 0, score: 80 })
  }
  const status = () => company.get(declaration.calls.getStatus, { id })
  return {
    windowId,
    company,
    operator,
    person,
    beginDeclaration,
    id: () => id,
    projectName,
    status,
    assignAndScore,
    performAction,
  }
}

/** The input of a return with remarks at these places. */
export const remarks = (...places: string[]) => ({
  remarks: places.map((at) => ({ at, text: `请更正 ${at}` })),
  comment: '见批注',
})
