import { AllFilmsSort, type ListAllFilmsRequest } from '@marquee/contracts/film/v1/back_office_pb';
import { nameOf } from '../films/enum-names.ts';

export function listAllFilmsInput(request: ListAllFilmsRequest) {
  return { ...request, sort: nameOf(AllFilmsSort, request.sort) };
}
