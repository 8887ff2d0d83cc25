/** What Moodle answers, with HTTP status 200, when it refuses a call. */
export class Refusal extends Error {
  readonly exception: string;
  readonly errorcode: string;
  /** Only told where debugging is on. */
  readonly debuginfo: string | null;

  constructor(exception: string, errorcode: string, message: string, debuginfo: string | null = null) {
    super(message);
    this.exception = exception;
    this.errorcode = errorcode;
    this.debuginfo = debuginfo;
  }
}

/** Lesson 1: one answer for most mistakes, without the field or the person. */
export function invalidParameter(debuginfo: string): Refusal {
  return new Refusal(
    'core\\exception\\invalid_parameter_exception',
    'invalidparameter',
    'Invalid parameter value detected',
    debuginfo,
  );
}

export function moodleException(errorcode: string, message: string): Refusal {
  return new Refusal('core\\exception\\moodle_exception', errorcode, message);
}

export function missingRecord(errorcode: string, message: string): Refusal {
  return new Refusal('dml_missing_record_exception', errorcode, message);
}

export function missingPermission(capability: string): Refusal {
  return new Refusal(
    'required_capability_exception',
    'nopermissions',
    `Sorry, but you do not currently have permissions to do that (${capability}).`,
  );
}
