// Generated from the zod shapes by `npm run generate`; do not edit.
import type { Schema } from '../src/contract/schema.ts';

export const schemas = {
  store: {
  "type": "object",
  "properties": {
    "pageSize": {
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "fault": {
      "anyOf": [
        {
          "type": "string",
          "enum": [
            "ignores-turn-filter",
            "repeats-cursor",
            "empty-pages",
            "endless-pages",
            "over-long-page",
            "marks-gap",
            "throws",
            "never-answers"
          ]
        },
        {
          "type": "null"
        }
      ]
    },
    "threads": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string"
          },
          "threadRole": {
            "type": "string"
          },
          "spawnedBy": {
            "anyOf": [
              {
                "type": "null"
              },
              {
                "type": "object",
                "properties": {
                  "threadId": {
                    "type": "string"
                  },
                  "turnId": {
                    "type": "string"
                  }
                },
                "required": [
                  "threadId",
                  "turnId"
                ],
                "additionalProperties": false
              },
              {
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "threadId": {
                      "type": "string"
                    },
                    "turnId": {
                      "type": "string"
                    }
                  },
                  "required": [
                    "threadId",
                    "turnId"
                  ],
                  "additionalProperties": false
                }
              }
            ]
          },
          "turns": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "id": {
                  "type": "string"
                },
                "items": {
                  "type": "array",
                  "items": {
                    "anyOf": [
                      {
                        "type": "object",
                        "properties": {
                          "generate": {
                            "type": "object",
                            "properties": {
                              "count": {
                                "type": "integer",
                                "minimum": 1,
                                "maximum": 100000
                              },
                              "type": {
                                "type": "string"
                              },
                              "textBytes": {
                                "type": "integer",
                                "minimum": 0,
                                "maximum": 4194304,
                                "description": "a number of UTF-8 bytes, at most 4 MiB"
                              },
                              "char": {
                                "type": "string",
                                "pattern": "^[\\s\\S]$",
                                "description": "one character, whose UTF-8 bytes divide `textBytes`"
                              }
                            },
                            "required": [
                              "count",
                              "type",
                              "textBytes",
                              "char"
                            ],
                            "additionalProperties": false
                          }
                        },
                        "required": [
                          "generate"
                        ],
                        "additionalProperties": false
                      },
                      {
                        "type": "object",
                        "properties": {
                          "id": {
                            "type": "string"
                          },
                          "type": {
                            "type": "string"
                          }
                        },
                        "required": [
                          "id",
                          "type"
                        ],
                        "additionalProperties": {}
                      }
                    ]
                  }
                }
              },
              "required": [
                "id",
                "items"
              ],
              "additionalProperties": false
            }
          }
        },
        "required": [
          "id",
          "threadRole",
          "spawnedBy",
          "turns"
        ],
        "additionalProperties": false
      }
    }
  },
  "required": [
    "pageSize",
    "fault",
    "threads"
  ],
  "additionalProperties": false
},
  caseFile: {
  "oneOf": [
    {
      "type": "object",
      "properties": {
        "$schema": {
          "type": "string"
        },
        "gate": {
          "type": "string",
          "const": "admission"
        },
        "description": {
          "type": "string",
          "pattern": "\\S",
          "description": "a string that is not blank"
        },
        "cases": {
          "minItems": 1,
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string",
                "pattern": "^[a-z0-9]+(?:-[a-z0-9]+)*$",
                "description": "lower-case words joined by hyphens"
              },
              "description": {
                "type": "string",
                "pattern": "\\S",
                "description": "a string that is not blank"
              },
              "source": {
                "type": "string",
                "pattern": "\\S",
                "description": "a string that is not blank"
              },
              "note": {
                "type": "string",
                "pattern": "\\S",
                "description": "a string that is not blank"
              },
              "input": {},
              "expect": {
                "oneOf": [
                  {
                    "type": "object",
                    "properties": {
                      "code": {
                        "type": "string",
                        "enum": [
                          "ADMIT"
                        ]
                      },
                      "rule": {
                        "anyOf": [
                          {
                            "type": "string",
                            "enum": [
                              "manifest-shape",
                              "commit-ids",
                              "diff-digest",
                              "changed-files-present",
                              "changed-files-canonical",
                              "changed-files-unique",
                              "head-is-current",
                              "diff-is-current",
                              "files-as-observed"
                            ]
                          },
                          {
                            "type": "null"
                          }
                        ]
                      },
                      "facts": {
                        "type": "object",
                        "propertyNames": {
                          "type": "string"
                        },
                        "additionalProperties": {
                          "type": [
                            "number",
                            "boolean"
                          ]
                        }
                      },
                      "violations": {
                        "type": "array",
                        "items": {
                          "type": "object",
                          "properties": {
                            "rule": {
                              "type": "string",
                              "enum": [
                                "manifest-shape",
                                "commit-ids",
                                "diff-digest",
                                "changed-files-present",
                                "changed-files-canonical",
                                "changed-files-unique",
                                "head-is-current",
                                "diff-is-current",
                                "files-as-observed"
                              ]
                            },
                            "path": {
                              "type": "string"
                            }
                          },
                          "required": [
                            "rule",
                            "path"
                          ],
                          "additionalProperties": false
                        }
                      }
                    },
                    "required": [
                      "code"
                    ],
                    "additionalProperties": false
                  },
                  {
                    "type": "object",
                    "properties": {
                      "code": {
                        "type": "string",
                        "enum": [
                          "DENY_MANIFEST",
                          "STALE_HEAD",
                          "STALE_DIFF"
                        ]
                      },
                      "rule": {
                        "type": "string",
                        "enum": [
                          "manifest-shape",
                          "commit-ids",
                          "diff-digest",
                          "changed-files-present",
                          "changed-files-canonical",
                          "changed-files-unique",
                          "head-is-current",
                          "diff-is-current",
                          "files-as-observed"
                        ]
                      },
                      "facts": {
                        "type": "object",
                        "propertyNames": {
                          "type": "string"
                        },
                        "additionalProperties": {
                          "type": [
                            "number",
                            "boolean"
                          ]
                        }
                      },
                      "violations": {
                        "type": "array",
                        "items": {
                          "type": "object",
                          "properties": {
                            "rule": {
                              "type": "string",
                              "enum": [
                                "manifest-shape",
                                "commit-ids",
                                "diff-digest",
                                "changed-files-present",
                                "changed-files-canonical",
                                "changed-files-unique",
                                "head-is-current",
                                "diff-is-current",
                                "files-as-observed"
                              ]
                            },
                            "path": {
                              "type": "string"
                            }
                          },
                          "required": [
                            "rule",
                            "path"
                          ],
                          "additionalProperties": false
                        }
                      }
                    },
                    "required": [
                      "code",
                      "rule"
                    ],
                    "additionalProperties": false
                  }
                ],
                "type": "object",
                "properties": {
                  "code": {
                    "enum": [
                      "ADMIT",
                      "DENY_MANIFEST",
                      "STALE_HEAD",
                      "STALE_DIFF"
                    ]
                  }
                }
              }
            },
            "required": [
              "name",
              "description",
              "input",
              "expect"
            ],
            "additionalProperties": false
          }
        }
      },
      "required": [
        "gate",
        "description",
        "cases"
      ],
      "additionalProperties": false
    },
    {
      "type": "object",
      "properties": {
        "$schema": {
          "type": "string"
        },
        "gate": {
          "type": "string",
          "const": "assignment"
        },
        "description": {
          "type": "string",
          "pattern": "\\S",
          "description": "a string that is not blank"
        },
        "cases": {
          "minItems": 1,
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string",
                "pattern": "^[a-z0-9]+(?:-[a-z0-9]+)*$",
                "description": "lower-case words joined by hyphens"
              },
              "description": {
                "type": "string",
                "pattern": "\\S",
                "description": "a string that is not blank"
              },
              "source": {
                "type": "string",
                "pattern": "\\S",
                "description": "a string that is not blank"
              },
              "note": {
                "type": "string",
                "pattern": "\\S",
                "description": "a string that is not blank"
              },
              "input": {},
              "expect": {
                "oneOf": [
                  {
                    "type": "object",
                    "properties": {
                      "code": {
                        "type": "string",
                        "enum": [
                          "ACCEPT_ASSIGNMENT"
                        ]
                      },
                      "rule": {
                        "anyOf": [
                          {
                            "type": "string",
                            "enum": [
                              "assignment-shape",
                              "roles-known",
                              "roles-unique",
                              "workers-read-only",
                              "files-in-manifest",
                              "overlap-announced",
                              "corroboration-purposeful",
                              "roles-complete",
                              "files-covered"
                            ]
                          },
                          {
                            "type": "null"
                          }
                        ]
                      },
                      "facts": {
                        "type": "object",
                        "propertyNames": {
                          "type": "string"
                        },
                        "additionalProperties": {
                          "type": [
                            "number",
                            "boolean"
                          ]
                        }
                      },
                      "violations": {
                        "type": "array",
                        "items": {
                          "type": "object",
                          "properties": {
                            "rule": {
                              "type": "string",
                              "enum": [
                                "assignment-shape",
                                "roles-known",
                                "roles-unique",
                                "workers-read-only",
                                "files-in-manifest",
                                "overlap-announced",
                                "corroboration-purposeful",
                                "roles-complete",
                                "files-covered"
                              ]
                            },
                            "path": {
                              "type": "string"
                            }
                          },
                          "required": [
                            "rule",
                            "path"
                          ],
                          "additionalProperties": false
                        }
                      }
                    },
                    "required": [
                      "code"
                    ],
                    "additionalProperties": false
                  },
                  {
                    "type": "object",
                    "properties": {
                      "code": {
                        "type": "string",
                        "enum": [
                          "DENY_ASSIGNMENT",
                          "INCOMPLETE_ASSIGNMENT"
                        ]
                      },
                      "rule": {
                        "type": "string",
                        "enum": [
                          "assignment-shape",
                          "roles-known",
                          "roles-unique",
                          "workers-read-only",
                          "files-in-manifest",
                          "overlap-announced",
                          "corroboration-purposeful",
                          "roles-complete",
                          "files-covered"
                        ]
                      },
                      "facts": {
                        "type": "object",
                        "propertyNames": {
                          "type": "string"
                        },
                        "additionalProperties": {
                          "type": [
                            "number",
                            "boolean"
                          ]
                        }
                      },
                      "violations": {
                        "type": "array",
                        "items": {
                          "type": "object",
                          "properties": {
                            "rule": {
                              "type": "string",
                              "enum": [
                                "assignment-shape",
                                "roles-known",
                                "roles-unique",
                                "workers-read-only",
                                "files-in-manifest",
                                "overlap-announced",
                                "corroboration-purposeful",
                                "roles-complete",
                                "files-covered"
                              ]
                            },
                            "path": {
                              "type": "string"
                            }
                          },
                          "required": [
                            "rule",
                            "path"
                          ],
                          "additionalProperties": false
                        }
                      }
                    },
                    "required": [
                      "code",
                      "rule"
                    ],
                    "additionalProperties": false
                  }
                ],
                "type": "object",
                "properties": {
                  "code": {
                    "enum": [
                      "ACCEPT_ASSIGNMENT",
                      "DENY_ASSIGNMENT",
                      "INCOMPLETE_ASSIGNMENT"
                    ]
                  }
                }
              }
            },
            "required": [
              "name",
              "description",
              "input",
              "expect"
            ],
            "additionalProperties": false
          }
        }
      },
      "required": [
        "gate",
        "description",
        "cases"
      ],
      "additionalProperties": false
    },
    {
      "type": "object",
      "properties": {
        "$schema": {
          "type": "string"
        },
        "gate": {
          "type": "string",
          "const": "finding"
        },
        "description": {
          "type": "string",
          "pattern": "\\S",
          "description": "a string that is not blank"
        },
        "cases": {
          "minItems": 1,
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string",
                "pattern": "^[a-z0-9]+(?:-[a-z0-9]+)*$",
                "description": "lower-case words joined by hyphens"
              },
              "description": {
                "type": "string",
                "pattern": "\\S",
                "description": "a string that is not blank"
              },
              "source": {
                "type": "string",
                "pattern": "\\S",
                "description": "a string that is not blank"
              },
              "note": {
                "type": "string",
                "pattern": "\\S",
                "description": "a string that is not blank"
              },
              "input": {},
              "expect": {
                "oneOf": [
                  {
                    "type": "object",
                    "properties": {
                      "code": {
                        "type": "string",
                        "enum": [
                          "ACCEPT_FINDING"
                        ]
                      },
                      "rule": {
                        "anyOf": [
                          {
                            "type": "string",
                            "enum": [
                              "finding-shape",
                              "role-known",
                              "file-canonical",
                              "line-positive",
                              "severity-supported",
                              "evidence-present",
                              "action-present",
                              "file-in-manifest",
                              "line-in-file"
                            ]
                          },
                          {
                            "type": "null"
                          }
                        ]
                      },
                      "facts": {
                        "type": "object",
                        "propertyNames": {
                          "type": "string"
                        },
                        "additionalProperties": {
                          "type": [
                            "number",
                            "boolean"
                          ]
                        }
                      },
                      "violations": {
                        "type": "array",
                        "items": {
                          "type": "object",
                          "properties": {
                            "rule": {
                              "type": "string",
                              "enum": [
                                "finding-shape",
                                "role-known",
                                "file-canonical",
                                "line-positive",
                                "severity-supported",
                                "evidence-present",
                                "action-present",
                                "file-in-manifest",
                                "line-in-file"
                              ]
                            },
                            "path": {
                              "type": "string"
                            }
                          },
                          "required": [
                            "rule",
                            "path"
                          ],
                          "additionalProperties": false
                        }
                      }
                    },
                    "required": [
                      "code"
                    ],
                    "additionalProperties": false
                  },
                  {
                    "type": "object",
                    "properties": {
                      "code": {
                        "type": "string",
                        "enum": [
                          "REJECT_FINDING"
                        ]
                      },
                      "rule": {
                        "type": "string",
                        "enum": [
                          "finding-shape",
                          "role-known",
                          "file-canonical",
                          "line-positive",
                          "severity-supported",
                          "evidence-present",
                          "action-present",
                          "file-in-manifest",
                          "line-in-file"
                        ]
                      },
                      "facts": {
                        "type": "object",
                        "propertyNames": {
                          "type": "string"
                        },
                        "additionalProperties": {
                          "type": [
                            "number",
                            "boolean"
                          ]
                        }
                      },
                      "violations": {
                        "type": "array",
                        "items": {
                          "type": "object",
                          "properties": {
                            "rule": {
                              "type": "string",
                              "enum": [
                                "finding-shape",
                                "role-known",
                                "file-canonical",
                                "line-positive",
                                "severity-supported",
                                "evidence-present",
                                "action-present",
                                "file-in-manifest",
                                "line-in-file"
                              ]
                            },
                            "path": {
                              "type": "string"
                            }
                          },
                          "required": [
                            "rule",
                            "path"
                          ],
                          "additionalProperties": false
                        }
                      }
                    },
                    "required": [
                      "code",
                      "rule"
                    ],
                    "additionalProperties": false
                  }
                ],
                "type": "object",
                "properties": {
                  "code": {
                    "enum": [
                      "ACCEPT_FINDING",
                      "REJECT_FINDING"
                    ]
                  }
                }
              }
            },
            "required": [
              "name",
              "description",
              "input",
              "expect"
            ],
            "additionalProperties": false
          }
        }
      },
      "required": [
        "gate",
        "description",
        "cases"
      ],
      "additionalProperties": false
    },
    {
      "type": "object",
      "properties": {
        "$schema": {
          "type": "string"
        },
        "gate": {
          "type": "string",
          "const": "aggregation"
        },
        "description": {
          "type": "string",
          "pattern": "\\S",
          "description": "a string that is not blank"
        },
        "cases": {
          "minItems": 1,
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string",
                "pattern": "^[a-z0-9]+(?:-[a-z0-9]+)*$",
                "description": "lower-case words joined by hyphens"
              },
              "description": {
                "type": "string",
                "pattern": "\\S",
                "description": "a string that is not blank"
              },
              "source": {
                "type": "string",
                "pattern": "\\S",
                "description": "a string that is not blank"
              },
              "note": {
                "type": "string",
                "pattern": "\\S",
                "description": "a string that is not blank"
              },
              "input": {},
              "expect": {
                "oneOf": [
                  {
                    "type": "object",
                    "properties": {
                      "code": {
                        "type": "string",
                        "enum": [
                          "COMPLETE_REVIEW"
                        ]
                      },
                      "rule": {
                        "anyOf": [
                          {
                            "type": "string",
                            "enum": [
                              "review-shape",
                              "review-current",
                              "packets-current",
                              "packets-assigned",
                              "packets-complete",
                              "files-reviewed",
                              "findings-accepted"
                            ]
                          },
                          {
                            "type": "null"
                          }
                        ]
                      },
                      "facts": {
                        "type": "object",
                        "propertyNames": {
                          "type": "string"
                        },
                        "additionalProperties": {
                          "type": [
                            "number",
                            "boolean"
                          ]
                        }
                      },
                      "violations": {
                        "type": "array",
                        "items": {
                          "type": "object",
                          "properties": {
                            "rule": {
                              "type": "string",
                              "enum": [
                                "review-shape",
                                "review-current",
                                "packets-current",
                                "packets-assigned",
                                "packets-complete",
                                "files-reviewed",
                                "findings-accepted"
                              ]
                            },
                            "path": {
                              "type": "string"
                            }
                          },
                          "required": [
                            "rule",
                            "path"
                          ],
                          "additionalProperties": false
                        }
                      },
                      "review": {
                        "type": "object",
                        "properties": {},
                        "additionalProperties": {}
                      }
                    },
                    "required": [
                      "code"
                    ],
                    "additionalProperties": false
                  },
                  {
                    "type": "object",
                    "properties": {
                      "code": {
                        "type": "string",
                        "enum": [
                          "DENY_REVIEW",
                          "DENY_PACKET",
                          "STALE_REVIEW",
                          "INCOMPLETE_REVIEW"
                        ]
                      },
                      "rule": {
                        "type": "string",
                        "enum": [
                          "review-shape",
                          "review-current",
                          "packets-current",
                          "packets-assigned",
                          "packets-complete",
                          "files-reviewed",
                          "findings-accepted"
                        ]
                      },
                      "facts": {
                        "type": "object",
                        "propertyNames": {
                          "type": "string"
                        },
                        "additionalProperties": {
                          "type": [
                            "number",
                            "boolean"
                          ]
                        }
                      },
                      "violations": {
                        "type": "array",
                        "items": {
                          "type": "object",
                          "properties": {
                            "rule": {
                              "type": "string",
                              "enum": [
                                "review-shape",
                                "review-current",
                                "packets-current",
                                "packets-assigned",
                                "packets-complete",
                                "files-reviewed",
                                "findings-accepted"
                              ]
                            },
                            "path": {
                              "type": "string"
                            }
                          },
                          "required": [
                            "rule",
                            "path"
                          ],
                          "additionalProperties": false
                        }
                      },
                      "review": {
                        "type": "object",
                        "properties": {},
                        "additionalProperties": {}
                      }
                    },
                    "required": [
                      "code",
                      "rule"
                    ],
                    "additionalProperties": false
                  }
                ],
                "type": "object",
                "properties": {
                  "code": {
                    "enum": [
                      "COMPLETE_REVIEW",
                      "DENY_REVIEW",
                      "DENY_PACKET",
                      "STALE_REVIEW",
                      "INCOMPLETE_REVIEW"
                    ]
                  }
                }
              }
            },
            "required": [
              "name",
              "description",
              "input",
              "expect"
            ],
            "additionalProperties": false
          }
        }
      },
      "required": [
        "gate",
        "description",
        "cases"
      ],
      "additionalProperties": false
    },
    {
      "type": "object",
      "properties": {
        "$schema": {
          "type": "string"
        },
        "gate": {
          "type": "string",
          "const": "permission"
        },
        "description": {
          "type": "string",
          "pattern": "\\S",
          "description": "a string that is not blank"
        },
        "cases": {
          "minItems": 1,
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string",
                "pattern": "^[a-z0-9]+(?:-[a-z0-9]+)*$",
                "description": "lower-case words joined by hyphens"
              },
              "description": {
                "type": "string",
                "pattern": "\\S",
                "description": "a string that is not blank"
              },
              "source": {
                "type": "string",
                "pattern": "\\S",
                "description": "a string that is not blank"
              },
              "note": {
                "type": "string",
                "pattern": "\\S",
                "description": "a string that is not blank"
              },
              "input": {},
              "expect": {
                "oneOf": [
                  {
                    "type": "object",
                    "properties": {
                      "code": {
                        "type": "string",
                        "enum": [
                          "ALLOW"
                        ]
                      },
                      "rule": {
                        "anyOf": [
                          {
                            "type": "string",
                            "enum": [
                              "request-shape",
                              "threads-within-limit",
                              "depth-within-limit",
                              "tools-known",
                              "approval-can-surface",
                              "tools-read-only"
                            ]
                          },
                          {
                            "type": "null"
                          }
                        ]
                      },
                      "facts": {
                        "type": "object",
                        "propertyNames": {
                          "type": "string"
                        },
                        "additionalProperties": {
                          "type": [
                            "number",
                            "boolean"
                          ]
                        }
                      },
                      "violations": {
                        "type": "array",
                        "items": {
                          "type": "object",
                          "properties": {
                            "rule": {
                              "type": "string",
                              "enum": [
                                "request-shape",
                                "threads-within-limit",
                                "depth-within-limit",
                                "tools-known",
                                "approval-can-surface",
                                "tools-read-only"
                              ]
                            },
                            "path": {
                              "type": "string"
                            }
                          },
                          "required": [
                            "rule",
                            "path"
                          ],
                          "additionalProperties": false
                        }
                      }
                    },
                    "required": [
                      "code"
                    ],
                    "additionalProperties": false
                  },
                  {
                    "type": "object",
                    "properties": {
                      "code": {
                        "type": "string",
                        "enum": [
                          "DENY_REQUEST",
                          "DENY_THREADS",
                          "DENY_DEPTH",
                          "DENY_TOOL",
                          "APPROVAL_UNAVAILABLE",
                          "APPROVAL_REQUIRED"
                        ]
                      },
                      "rule": {
                        "type": "string",
                        "enum": [
                          "request-shape",
                          "threads-within-limit",
                          "depth-within-limit",
                          "tools-known",
                          "approval-can-surface",
                          "tools-read-only"
                        ]
                      },
                      "facts": {
                        "type": "object",
                        "propertyNames": {
                          "type": "string"
                        },
                        "additionalProperties": {
                          "type": [
                            "number",
                            "boolean"
                          ]
                        }
                      },
                      "violations": {
                        "type": "array",
                        "items": {
                          "type": "object",
                          "properties": {
                            "rule": {
                              "type": "string",
                              "enum": [
                                "request-shape",
                                "threads-within-limit",
                                "depth-within-limit",
                                "tools-known",
                                "approval-can-surface",
                                "tools-read-only"
                              ]
                            },
                            "path": {
                              "type": "string"
                            }
                          },
                          "required": [
                            "rule",
                            "path"
                          ],
                          "additionalProperties": false
                        }
                      }
                    },
                    "required": [
                      "code",
                      "rule"
                    ],
                    "additionalProperties": false
                  }
                ],
                "type": "object",
                "properties": {
                  "code": {
                    "enum": [
                      "ALLOW",
                      "DENY_REQUEST",
                      "DENY_THREADS",
                      "DENY_DEPTH",
                      "DENY_TOOL",
                      "APPROVAL_UNAVAILABLE",
                      "APPROVAL_REQUIRED"
                    ]
                  }
                }
              }
            },
            "required": [
              "name",
              "description",
              "input",
              "expect"
            ],
            "additionalProperties": false
          }
        }
      },
      "required": [
        "gate",
        "description",
        "cases"
      ],
      "additionalProperties": false
    },
    {
      "type": "object",
      "properties": {
        "$schema": {
          "type": "string"
        },
        "gate": {
          "type": "string",
          "const": "evidence"
        },
        "description": {
          "type": "string",
          "pattern": "\\S",
          "description": "a string that is not blank"
        },
        "cases": {
          "minItems": 1,
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "name": {
                "type": "string",
                "pattern": "^[a-z0-9]+(?:-[a-z0-9]+)*$",
                "description": "lower-case words joined by hyphens"
              },
              "description": {
                "type": "string",
                "pattern": "\\S",
                "description": "a string that is not blank"
              },
              "source": {
                "type": "string",
                "pattern": "\\S",
                "description": "a string that is not blank"
              },
              "note": {
                "type": "string",
                "pattern": "\\S",
                "description": "a string that is not blank"
              },
              "input": {
                "type": "object",
                "properties": {
                  "store": {
                    "type": "object",
                    "properties": {
                      "pageSize": {
                        "type": "integer",
                        "minimum": 1,
                        "maximum": 9007199254740991
                      },
                      "fault": {
                        "anyOf": [
                          {
                            "type": "string",
                            "enum": [
                              "ignores-turn-filter",
                              "repeats-cursor",
                              "empty-pages",
                              "endless-pages",
                              "over-long-page",
                              "marks-gap",
                              "throws",
                              "never-answers"
                            ]
                          },
                          {
                            "type": "null"
                          }
                        ]
                      },
                      "threads": {
                        "type": "array",
                        "items": {
                          "type": "object",
                          "properties": {
                            "id": {
                              "type": "string"
                            },
                            "threadRole": {
                              "type": "string"
                            },
                            "spawnedBy": {
                              "anyOf": [
                                {
                                  "type": "null"
                                },
                                {
                                  "type": "object",
                                  "properties": {
                                    "threadId": {
                                      "type": "string"
                                    },
                                    "turnId": {
                                      "type": "string"
                                    }
                                  },
                                  "required": [
                                    "threadId",
                                    "turnId"
                                  ],
                                  "additionalProperties": false
                                },
                                {
                                  "type": "array",
                                  "items": {
                                    "type": "object",
                                    "properties": {
                                      "threadId": {
                                        "type": "string"
                                      },
                                      "turnId": {
                                        "type": "string"
                                      }
                                    },
                                    "required": [
                                      "threadId",
                                      "turnId"
                                    ],
                                    "additionalProperties": false
                                  }
                                }
                              ]
                            },
                            "turns": {
                              "type": "array",
                              "items": {
                                "type": "object",
                                "properties": {
                                  "id": {
                                    "type": "string"
                                  },
                                  "items": {
                                    "type": "array",
                                    "items": {
                                      "anyOf": [
                                        {
                                          "type": "object",
                                          "properties": {
                                            "generate": {
                                              "type": "object",
                                              "properties": {
                                                "count": {
                                                  "type": "integer",
                                                  "minimum": 1,
                                                  "maximum": 100000
                                                },
                                                "type": {
                                                  "type": "string"
                                                },
                                                "textBytes": {
                                                  "type": "integer",
                                                  "minimum": 0,
                                                  "maximum": 4194304,
                                                  "description": "a number of UTF-8 bytes, at most 4 MiB"
                                                },
                                                "char": {
                                                  "type": "string",
                                                  "pattern": "^[\\s\\S]$",
                                                  "description": "one character, whose UTF-8 bytes divide `textBytes`"
                                                }
                                              },
                                              "required": [
                                                "count",
                                                "type",
                                                "textBytes",
                                                "char"
                                              ],
                                              "additionalProperties": false
                                            }
                                          },
                                          "required": [
                                            "generate"
                                          ],
                                          "additionalProperties": false
                                        },
                                        {
                                          "type": "object",
                                          "properties": {
                                            "id": {
                                              "type": "string"
                                            },
                                            "type": {
                                              "type": "string"
                                            }
                                          },
                                          "required": [
                                            "id",
                                            "type"
                                          ],
                                          "additionalProperties": {}
                                        }
                                      ]
                                    }
                                  }
                                },
                                "required": [
                                  "id",
                                  "items"
                                ],
                                "additionalProperties": false
                              }
                            }
                          },
                          "required": [
                            "id",
                            "threadRole",
                            "spawnedBy",
                            "turns"
                          ],
                          "additionalProperties": false
                        }
                      }
                    },
                    "required": [
                      "pageSize",
                      "fault",
                      "threads"
                    ],
                    "additionalProperties": false
                  }
                },
                "required": [
                  "store"
                ],
                "additionalProperties": {}
              },
              "expect": {
                "oneOf": [
                  {
                    "type": "object",
                    "properties": {
                      "code": {
                        "type": "string",
                        "enum": [
                          "PROVIDE_EVIDENCE"
                        ]
                      },
                      "rule": {
                        "anyOf": [
                          {
                            "type": "string",
                            "enum": [
                              "call-shape",
                              "no-locators",
                              "caller-is-reviewer",
                              "spawn-recorded",
                              "turn-readable",
                              "exact-turn",
                              "paging-advances",
                              "within-bounds"
                            ]
                          },
                          {
                            "type": "null"
                          }
                        ]
                      },
                      "facts": {
                        "type": "object",
                        "propertyNames": {
                          "type": "string"
                        },
                        "additionalProperties": {
                          "type": [
                            "number",
                            "boolean"
                          ]
                        }
                      },
                      "violations": {
                        "type": "array",
                        "items": {
                          "type": "object",
                          "properties": {
                            "rule": {
                              "type": "string",
                              "enum": [
                                "call-shape",
                                "no-locators",
                                "caller-is-reviewer",
                                "spawn-recorded",
                                "turn-readable",
                                "exact-turn",
                                "paging-advances",
                                "within-bounds"
                              ]
                            },
                            "path": {
                              "type": "string"
                            }
                          },
                          "required": [
                            "rule",
                            "path"
                          ],
                          "additionalProperties": false
                        }
                      },
                      "evidence": {
                        "type": "object",
                        "properties": {},
                        "additionalProperties": {}
                      }
                    },
                    "required": [
                      "code"
                    ],
                    "additionalProperties": false
                  },
                  {
                    "type": "object",
                    "properties": {
                      "code": {
                        "type": "string",
                        "enum": [
                          "TRUNCATE_EVIDENCE",
                          "DENY_CALL",
                          "DENY_LOCATOR",
                          "DENY_CALLER",
                          "NO_PARENT_TURN",
                          "FOREIGN_EVIDENCE",
                          "EVIDENCE_UNAVAILABLE"
                        ]
                      },
                      "rule": {
                        "type": "string",
                        "enum": [
                          "call-shape",
                          "no-locators",
                          "caller-is-reviewer",
                          "spawn-recorded",
                          "turn-readable",
                          "exact-turn",
                          "paging-advances",
                          "within-bounds"
                        ]
                      },
                      "facts": {
                        "type": "object",
                        "propertyNames": {
                          "type": "string"
                        },
                        "additionalProperties": {
                          "type": [
                            "number",
                            "boolean"
                          ]
                        }
                      },
                      "violations": {
                        "type": "array",
                        "items": {
                          "type": "object",
                          "properties": {
                            "rule": {
                              "type": "string",
                              "enum": [
                                "call-shape",
                                "no-locators",
                                "caller-is-reviewer",
                                "spawn-recorded",
                                "turn-readable",
                                "exact-turn",
                                "paging-advances",
                                "within-bounds"
                              ]
                            },
                            "path": {
                              "type": "string"
                            }
                          },
                          "required": [
                            "rule",
                            "path"
                          ],
                          "additionalProperties": false
                        }
                      },
                      "evidence": {
                        "type": "object",
                        "properties": {},
                        "additionalProperties": {}
                      }
                    },
                    "required": [
                      "code",
                      "rule"
                    ],
                    "additionalProperties": false
                  }
                ],
                "type": "object",
                "properties": {
                  "code": {
                    "enum": [
                      "PROVIDE_EVIDENCE",
                      "TRUNCATE_EVIDENCE",
                      "DENY_CALL",
                      "DENY_LOCATOR",
                      "DENY_CALLER",
                      "NO_PARENT_TURN",
                      "FOREIGN_EVIDENCE",
                      "EVIDENCE_UNAVAILABLE"
                    ]
                  }
                }
              }
            },
            "required": [
              "name",
              "description",
              "input",
              "expect"
            ],
            "additionalProperties": false
          }
        }
      },
      "required": [
        "gate",
        "description",
        "cases"
      ],
      "additionalProperties": false
    }
  ]
},
} as const satisfies Record<string, Schema>;
