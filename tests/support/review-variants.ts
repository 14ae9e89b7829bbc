import { readFileSync } from 'node:fs'
import { flowManager } from '#contract/flow/flow-manager.ts'
import type { Platform } from './platform.ts'

/** The platform's review of declarations, without its diagram. */
export const reviewXml = (): string =>
  readFileSync(new URL('../../server/seed/processes/xmsb.bpmn20.xml', import.meta.url), 'utf8').replace(
    /<bpmndi:BPMNDiagram[\s\S]*<\/bpmndi:BPMNDiagram>/,
    '',
  )

/** Everything of these elements and of the flows from and to them. */
const without = (xml: string, ids: readonly string[]): string =>
  ids.reduce(
    (text, id) =>
      text
        .replace(new RegExp(`<(\\w+) id="${id}"[^>]*?(/>|>[\\s\\S]*?</\\1>)`), '')
        .replace(
          new RegExp(`<sequenceFlow [^>]*(source|target)Ref="${id}"[^>]*?(/>|>[\\s\\S]*?</sequenceFlow>)`, 'g'),
          '',
        ),
    xml,
  )

/** Without the stages of the city. */
export const reviewWithoutCity = (): string =>
  without(reviewXml(), [
    ...['toAcceptance', 'accept', 'accepted', 'withdrawn', 'toCity', 'cityReview', 'cityDecided', 'cityRejected'],
    ...['cityCorrection', 'cityCorrected', 'cityExpired'],
  ]).replace('</process>', '<sequenceFlow id="direct" sourceRef="start" targetRef="toProvince" /></process>')

const flow = (from: string, to: string, action?: string) =>
  `<sequenceFlow id="${from}_${to}" sourceRef="${from}" targetRef="${to}">${
    action ? `<conditionExpression xsi:type="tFormalExpression">\${action == '${action}'}</conditionExpression>` : ''
  }</sequenceFlow>`

interface JointReview {
  readonly name: string
  /** Attributes of its task that say who takes it, and until when. */
  readonly task: string
  /** A multi-instance of the task, if there is one. */
  readonly loop?: string
}

/** With an additional review in stage 25, between the city and the province. */
export const reviewWithJointReview = ({ name, task, loop = '' }: JointReview): string =>
  reviewXml()
    .replace('sourceRef="cityDecided" targetRef="toProvince"', 'sourceRef="cityDecided" targetRef="toJoint"')
    .replace(
      '</process>',
      `<exclusiveGateway id="toJoint" />
      <userTask id="jointReview" name="${name}" ${task} flowable:declareStatus="25"
        flowable:moves="reviewApprove,reviewReturn,reviewReject">${loop}</userTask>
      <exclusiveGateway id="jointDecided" name="审查结论" />
      <endEvent id="jointRejected" name="联合审查不予通过" flowable:declareStatus="80" />
      <userTask id="jointCorrection" name="按审查意见修改" flowable:assignee="\${applicant}" flowable:declareStatus="70"
        flowable:moves="submit,expire" />
      <exclusiveGateway id="jointCorrected" name="是否重新提交" />
      <endEvent id="jointExpired" name="逾期归档" flowable:declareStatus="99" />
      ${flow('toJoint', 'jointReview')}${flow('jointReview', 'jointDecided')}
      ${flow('jointDecided', 'toProvince', 'reviewApprove')}${flow('jointDecided', 'jointRejected', 'reviewReject')}
      ${flow('jointDecided', 'jointCorrection', 'reviewReturn')}${flow('jointCorrection', 'jointCorrected')}
      ${flow('jointCorrected', 'jointExpired', 'expire')}${flow('jointCorrected', 'toJoint', 'submit')}</process>`,
    )

/** Deploys a definition for all tenants, as the administrator. */
export const deployProcess = async (platform: Platform, xml: string, category = 'flow_3') => {
  const admin = await platform.admin()
  const form = new FormData()
  form.append('files', new Blob([xml]), 'process.bpmn20.xml')
  form.append('category', category)
  form.append('tenantIds', '')
  return (await admin.raw('POST', flowManager.calls.deployUpload.path, { body: form })).json() as Promise<{
    success: boolean
    msg: string
  }>
}
