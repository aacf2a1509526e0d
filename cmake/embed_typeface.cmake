# scree_embed_typeface(TARGET): makes the font file SCREE_TYPEFACE part of TARGET (src/view/typeface.cpp reads it), so that
# pictures do not depend on the fonts of the machine they are made on. The assembler takes the bytes as they are: as a
# list of numbers they would take the compiler longer than the whole layer.
function(scree_embed_typeface target)
  set(output ${PROJECT_BINARY_DIR}/generated/typeface_data.cpp)
  configure_file(${PROJECT_SOURCE_DIR}/src/view/typeface_data.cpp.in ${output} @ONLY)
  set_source_files_properties(${output} PROPERTIES OBJECT_DEPENDS ${SCREE_TYPEFACE}
    SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
  target_sources(${target} PRIVATE ${output})
endfunction()
