import { act, get, post, type Screen, type Step } from '../step.ts'

/** The screens of 流程管理, with the parameters that clients of the family send; after those of 我的事务. */

const flow = 'caict-flow'
const page = { current: '1', size: '10' }

/** Of every deployed process. */
export const processFields = [
  ...['id', 'tenantId', 'name', 'key', 'category', 'categoryName', 'version', 'deploymentId', 'resourceName'],
  ...['suspensionState', 'deploymentTime'],
]
const follow: Screen = {
  name: 'running processes',
  menu: { code: 'flow_follow', path: '/flow/follow' },
  steps: [
    get(
      'finds the instance',
      `${flow}/follow/list`,
      {
        ...page,
        processInstanceId: '{instance}',
        processDefinitionKey: 'leave',
      },
      {
        expectedFields: [
          ...[
            'id',
            'name',
            'startUserId',
            'startUser',
            'startTime',
            'taskDefinitionId',
            'taskDefinitionKey',
            'category',
          ],
          ...['categoryName', 'processInstanceId', 'processDefinitionId', 'processDefinitionKey', 'activityId'],
          ...['suspensionState', 'executionId'],
        ],
        expectedValues: { 'data.total': 1 },
      },
    ),
    act('ends it with a reason', `${flow}/follow/delete-process-instance`, {
      processInstanceId: '{instance}',
      deleteReason: '联调结束',
    }),
    get(
      'no longer lists it',
      `${flow}/follow/list`,
      { ...page, processInstanceId: '{instance}' },
      {
        expectedValues: { 'data.total': 0 },
      },
    ),
  ],
}

const xml = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="http://flowable.org/bpmn">
<process id="wire" name="联调流程" isExecutable="true"><startEvent id="begin" /><userTask id="approve" name="审批" flowable:candidateGroups="boss" />
<endEvent id="finish" /><sequenceFlow id="a" sourceRef="begin" targetRef="approve" /><sequenceFlow id="b" sourceRef="approve" targetRef="finish" /></process></definitions>`

const findModel = (title: string, options: Partial<Step>): Step =>
  get(title, `${flow}/model/list`, { ...page, modelKey: 'wire', name: '联调', category: '' }, options)

const model: Screen = {
  name: 'process models',
  menu: { code: 'flow_model', path: '/flow/model' },
  steps: [
    post('draws', `${flow}/model/submit`, { name: '联调流程', modelKey: 'wire', description: '', modelEditorXml: xml }),
    findModel('finds the model', {
      expectedFields: ['id', 'modelKey', 'name', 'version', 'created', 'lastUpdated'],
      saveAs: { model: 'data.records.0.id' },
    }),
    get(
      'opens the editor',
      `${flow}/model/detail`,
      { id: '{model}' },
      {
        expectedFields: ['modelEditorXml', 'createdBy', 'lastUpdatedBy', 'modelType', 'tenantId'],
        saveAs: { row: 'data' },
      },
    ),
    post(
      'saves again',
      `${flow}/model/submit`,
      { '...': '{row}', modelEditorXml: xml },
      {
        expectedValues: { 'data.version': 2 },
      },
    ),
    act('deploys', `${flow}/model/deploy`, { modelId: '{model}', category: 'flow_1', tenantIds: '' }),
    act('removes', `${flow}/model/remove`, { ids: '{model}' }),
  ],
}

const manager: Screen = {
  name: 'deployed processes',
  menu: { code: 'flow_manager', path: '/flow/manager' },
  steps: [
    {
      title: 'checks a file that is none',
      method: 'POST',
      path: `${flow}/manager/check-upload`,
      file: 'wire.csv',
      expectedValues: { 'data.name': 'wire.csv', 'data.success': false },
    },
    get(
      'finds the process',
      `${flow}/manager/list`,
      { ...page, category: 'flow_1', mode: '1', key: 'wire' },
      {
        expectedFields: processFields,
        expectedValues: { 'data.total': 1, 'data.records.0.key': 'wire', 'data.records.0.suspensionState': 1 },
        saveAs: { definition: 'data.records.0.id', deployment: 'data.records.0.deploymentId' },
      },
    ),
    act(
      'suspends',
      `${flow}/manager/change-state`,
      { processId: '{definition}', state: 'suspend' },
      {
        expectedValues: { success: true },
        flat: true,
      },
    ),
    get(
      'lists it as suspended',
      `${flow}/manager/list`,
      { ...page, key: 'wire', mode: '' },
      {
        expectedValues: { 'data.records.0.suspensionState': 2 },
      },
    ),
    act('removes', `${flow}/manager/delete-deployment`, { deploymentIds: '{deployment}' }),
    get(
      'lists it no longer',
      `${flow}/manager/list`,
      { ...page, key: 'wire' },
      { expectedValues: { 'data.total': 0 } },
    ),
  ],
}

export const processScreens: readonly Screen[] = [follow, model, manager]
